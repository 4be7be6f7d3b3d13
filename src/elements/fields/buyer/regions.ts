/** ISO 3166-1 alpha-2, every country. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD ' +
  'GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC ' +
  'SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY ' +
  'UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** Two-letter codes of states and provinces, for the two countries whose addresses carry one (spec 2.1). */
const STATES: Readonly<Record<string, string>> = {
  US:
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
    'RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP',
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT',
};

/** Something to choose: what is sent, and what is read. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

const lists = new Map<string, readonly Choice[]>();

/** Every country by its name in a language, in that language's order. */
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

/** The states of a country, by their codes; none where addresses carry no state. */
export const states = (country: string | undefined): readonly Choice[] =>
  (STATES[country ?? '']?.split(' ') ?? []).sort().map((value) => ({ value, text: value }));
