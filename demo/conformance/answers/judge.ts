import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import { messagesAt } from './error-body.js';
import type { Exchange } from './exchange.js';
import type { Finding } from './findings.js';
import { decided, spec, type Rule } from './rule.js';
import { member, type Table } from './table.js';
import type { Redact } from './redact.js';

const written = (value: unknown): string =>
  value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);

const answered = ({ status, text }: Exchange): string => (status === 0 ? `no answer: ${text}` : `${status} ${text}`);

/** Compares responses with rules, and records findings. */
export class Judge {
  readonly #section: string;
  readonly #write: (finding: Finding) => void;
  readonly #redact: Redact;
  readonly #of: Exchange | undefined;

  constructor(section: string, write: (finding: Finding) => void, redact: Redact, of?: Exchange) {
    this.#section = section;
    this.#write = write;
    this.#redact = redact;
    this.#of = of;
  }

  /** A judge for this exchange, whose failures include the request. */
  of(exchange: Exchange): Judge {
    return new Judge(this.#section, this.#write, this.#redact, exchange);
  }

  /** Records that a rule could not be checked, and why. */
  skip(rule: Rule, statement: string, why: string): void {
    this.#write({ section: this.#section, rule, statement, result: 'not checked', came: why });
  }

  /** Records whether a statement is true. Without `came` a failure shows the whole response. */
  // oxlint-disable-next-line max-params -- each of the several hundred calls reads as a sentence: rule, statement, what is expected, what came.
  holds(rule: Rule, statement: string, holds: boolean, expected: string, ...came: readonly unknown[]): boolean {
    // A statement may contain a sent value.
    const finding = { section: this.#section, rule, statement: this.#redact(statement) };
    if (holds) {
      this.#write({ ...finding, result: 'passed' });
      return true;
    }
    const answer = came.length > 0 ? came.map(written).join(', ') : this.#of ? answered(this.#of) : 'nothing';
    this.#write({
      ...finding,
      result: 'failed',
      expected: this.#redact(expected),
      came: this.#redact(answer),
      ...(this.#of && { sent: this.#redact(`${this.#of.method} ${this.#of.url} ${this.#of.sent ?? ''}`.trim()) }),
    });
    return false;
  }

  equal(rule: Rule, statement: string, came: unknown, expected: unknown): boolean {
    return this.holds(rule, statement, isDeepStrictEqual(came, expected), written(expected), came);
  }

  matches(rule: Rule, statement: string, came: unknown, pattern: RegExp): boolean {
    return this.holds(rule, statement, typeof came === 'string' && pattern.test(came), String(pattern), came);
  }

  /** Checks that the exchange has one of these statuses. A failure shows the whole response. */
  status(rule: Rule, statement: string, ...statuses: readonly number[]): boolean {
    return this.holds(rule, statement, statuses.includes(this.#of?.status ?? 0), `HTTP ${statuses.join(' or ')}`);
  }

  /**
   * Checks that the schema of the widget and the merchant client accepts the response; otherwise they would report an
   * invalid one.
   */
  parsed<T>(rule: Rule, statement: string, schema: z.ZodMiniType<T>, value: unknown = this.#of?.json): T | undefined {
    const result = schema.safeParse(value);
    const problems = result.error?.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ');
    this.holds(rule, statement, result.success, 'a body that the schema in src/wire accepts', problems ?? '', value);
    return result.data;
  }

  /** Checks that each field of a table of the spec is there with its type; one finding per row. */
  table(where: string, value: unknown, table: Table): void {
    for (const [name, { is, type }] of Object.entries(table)) {
      const came = member(value, name);
      const row = `${where}${where.includes(' ') ? '.' : ' '}${name}`;
      this.holds(spec(row), `${row} is ${type}`, is(came), type, came);
    }
  }

  /**
   * Checks that the request was refused with the error body of spec 7.1, which names each of these parameters with a
   * list of texts at its own path (`credit_card.number`). The status 422 is a fact of the family.
   */
  refused(
    rule: Rule,
    statement: string,
    paths: readonly string[],
    statusRule: Rule = { source: 'fact', row: 'check error' },
  ): void {
    const { json } = this.#of ?? {};
    this.status(statusRule, `${statement}: 422`, 422);
    const missing = paths.filter((path) => messagesAt(json, path) === undefined);
    this.holds(rule, statement, missing.length === 0, `errors name ${paths.join(', ')}`);
  }

  /** Checks that the response has a JSON error body with a code and a text, and reveals nothing of the server's internals. */
  errorBody(rule: Rule, statement: string, ...statuses: readonly number[]): void {
    const { json, text = '', headers } = this.#of ?? {};
    this.status(rule, `${statement}: the status`, ...statuses);
    const complete =
      typeof member(json, 'message') === 'string' &&
      typeof member(json, 'error_code') === 'string' &&
      typeof member(json, 'errors') === 'object' &&
      /json/.test(headers?.get('content-type') ?? '');
    this.holds(decided('other statuses'), `${statement}: the error body`, complete, '{error_code, message, errors} as JSON');
    this.holds(
      decided('no insight'),
      `${statement}: reveals no internals`,
      !/node_modules|\n\s+at |Traceback|stack/i.test(text),
      'no stack trace',
    );
  }
}
