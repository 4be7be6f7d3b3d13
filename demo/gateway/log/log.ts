import { pino, type Logger } from 'pino';

const HIDDEN = '[hidden]';

// Each pattern that begins with a run of anything looks behind first: else every place within the run is a new beginning,
// and a long line takes minutes.

// A digit of any script (full-width ones are digits, too), plain or percent-encoded or escaped as in JSON.
const DIGIT = String.raw`(?:\p{Nd}|%3\d|%EF%BC%9\d|(?<!\\)\\+uff1\d)`;
// What may stand between digits: dots, dashes of every length, spaces of every width, and whatever else is neither a
// letter nor one of the signs that hold JSON, an address or a list of fields together. Encoded, it takes up to three bytes.
const BETWEEN = String.raw`(?:[^\p{L}\p{N}"',:;{}\[\]=&%<>\\]|%(?!3\d|EF%BC%9)[\da-f]{2}|\\+u(?!ff1\d)[\da-f]{4}|\\+[nrt]){0,6}`;
const PAN = new RegExp(`${DIGIT}(?:${BETWEEN}${DIGIT}){11,}`, 'giu');
// Five parts, or more where it is the name of a field within others.
const JWE = /(?<![\w-])[\w-]+(?:\.[\w-]*){4,}/g;
const CREDENTIALS = /\b(basic|bearer)(?:\s|%20|\+)+[\w+/=.~%-]+/gi;
// The name, whatever quotes or escapes follow it, and the value as text or number.
const NAMED = /((?:verification_?value|security_?code|card_?code|cvv2?|cvc2?|csc|secret_?key|secret|private_?key|password)(?:\\*["']|%22)*\s*(?:[:=]|%3a|%3d)\s*(?:\\*["']|%22)*)([^\s"'\\,}&%]+)/gi;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gs;

// A bare JSON number becomes another number: the line must stay JSON, also inside a string of JSON.
const BARE_PAN = /(?<=[:[,])\d{12,}(?=[,}\]])/g;
const hideNamed = (_match: string, name: string, value: string): string =>
  /["'](?:\s*):\s*$/.test(name) && /^\d+$/.test(value) ? `${name}0` : name + HIDDEN;

/**
 * Takes out of a text whatever looks like a PAN, a verification value, a credential or an encrypted section.
 *
 * It works on the finished line: redaction by path misses what stands inside a message, an address or a stack trace.
 */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let clean = text.replace(PRIVATE_KEY, HIDDEN);
  for (const secret of secrets) clean = clean.replaceAll(secret, HIDDEN);
  return clean
    .replace(CREDENTIALS, `$1 ${HIDDEN}`)
    .replace(NAMED, hideNamed)
    .replace(JWE, (token) => (token.length > 60 ? HIDDEN : token))
    .replace(BARE_PAN, '0')
    .replace(PAN, HIDDEN);
}

/** Where log lines go. */
export interface LineSink {
  write(line: string): unknown;
}

/**
 * A logger whose every line is scrubbed on its way out.
 *
 * Times are ISO 8601: a time in milliseconds has the thirteen digits of a PAN.
 */
export const createLog = (sink: LineSink, secrets: readonly string[] = []): Logger =>
  pino(
    { base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    { write: (line: string) => void sink.write(scrub(line, secrets)) },
  );
