/** The ISO 3166-1 alpha-2 codes of all countries. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD ' +
  'GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC ' +
  'SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY ' +
  'UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** Two-letter codes of states and provinces, for the two countries whose addresses have one (spec 2.1). */
const STATES: Readonly<Record<string, string>> = {
  US:
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
    'RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP',
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT',
};

/** An option of a list: the value to send, and the text to show. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

const lists = new Map<string, readonly Choice[]>();

/** All countries with their names in a language, sorted by the rules of that language. */
export function countries(language: string): readonly Choice[] {
  let list = lists.get(language);
  if (!list) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const { compare } = new Intl.Collator(language);
    const all = CODES.split(' ').map((value) => ({ value, text: names.of(value) ?? value }));
    lists.set(language, (list = all.sort((one, other) => compare(one.text, other.text))));
  }
  return list;
}

/** The codes of a country's states. The list is empty where addresses have no state. */
export const states = (country: string | undefined): readonly Choice[] =>
  (STATES[country ?? '']?.split(' ') ?? []).sort().map((value) => ({ value, text: value }));
