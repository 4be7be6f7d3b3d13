import { pino, type Logger } from 'pino';

const HIDDEN = '[hidden]';

// Each pattern that starts with a run of characters looks behind first. Otherwise it would try to match from every position
// in the run, and a long line would take minutes.

// A digit of any script, full-width ones included; plain, percent-encoded or escaped as in JSON.
const DIGIT = String.raw`(?:\p{Nd}|%3\d|%EF%BC%9\d|(?<!\\)\\+uff1\d)`;
// Between digits: dots, dashes, spaces and any other character that is not a letter and does not structure JSON, a URL or a
// list of fields. Encoded, such a character takes up to three bytes.
const BETWEEN = String.raw`(?:[^\p{L}\p{N}"',:;{}\[\]=&%<>\\]|%(?!3\d|EF%BC%9)[\da-f]{2}|\\+u(?!ff1\d)[\da-f]{4}|\\+[nrt]){0,6}`;
const PAN = new RegExp(`${DIGIT}(?:${BETWEEN}${DIGIT}){11,}`, 'giu');
// Five parts, or more where a path of field names contains it.
const JWE = /(?<![\w-])[\w-]+(?:\.[\w-]*){4,}/g;
const CREDENTIALS = /\b(basic|bearer)(?:\s|%20|\+)+[\w+/=.~%-]+/gi;
// The name, quotes or escapes after it, and the value as text or number.
const NAMED =
  /((?:verification_?value|security_?code|card_?code|cvv2?|cvc2?|csc|secret_?key|secret|private_?key|password)(?:\\*["']|%22)*\s*(?:[:=]|%3a|%3d)\s*(?:\\*["']|%22)*)([^\s"'\\,}&%]+)/gi;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gs;

// A JSON number becomes another number, so that the line, or JSON inside a string, remains valid.
const BARE_PAN = /(?<=[:[,])\d{12,}(?=[,}\]])/g;
const hideNamed = (_match: string, name: string, value: string): string =>
  /["'](?:\s*):\s*$/.test(name) && /^\d+$/.test(value) ? `${name}0` : name + HIDDEN;

/**
 * Removes anything that looks like a PAN, a verification value, a credential or an encrypted section from a text.
 *
 * It works on the finished line: redaction by path misses data inside a message, a URL or a stack trace.
 */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let clean = text.replace(PRIVATE_KEY, HIDDEN);
  for (const secret of secrets) clean = clean.replaceAll(secret, HIDDEN);
  clean = clean
    .replace(CREDENTIALS, `$1 ${HIDDEN}`)
    .replace(NAMED, hideNamed)
    .replace(JWE, (token) => (token.length > 60 ? HIDDEN : token));
  // Few texts hold a PAN, and a search is several times faster than the replacements.
  return clean.search(PAN) === -1 ? clean : clean.replace(BARE_PAN, '0').replace(PAN, HIDDEN);
}

/** Where log lines go. */
export interface LineSink {
  write(line: string): unknown;
}

/**
 * Creates a logger that scrubs every line.
 *
 * Times are ISO 8601: a time in milliseconds has thirteen digits, like a PAN.
 */
export const createLog = (sink: LineSink, secrets: readonly string[] = []): Logger =>
  pino(
    { base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    { write: (line: string) => void sink.write(scrub(line, secrets)) },
  );
