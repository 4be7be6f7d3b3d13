import type { Exchange } from '../answers/exchange.js';
import { member } from '../answers/table.js';
import { ROWS, type Deviations, type Row } from '../answers/target.js';
import type { Form, TestContext } from './context.js';
import { sleep } from './gateway-time.js';
import type { Fields } from './requests.js';
import { newAttempt, recipientName, sealSection, type Tampering, type Section } from './seal.js';

const POLL_EVERY = 200;

export const operationOf = (row: Row): 'check' | 'transfer' =>
  row === ROWS.restrictions || row === ROWS.verify || row === ROWS.verifyAsync ? 'check' : 'transfer';

const isSection = (value: unknown): value is Section => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The request for the envelope: card sections plain, sealed, or sealed with these changes to the source's seal. The recipient's seal
 * stays valid.
 */
export function sealCards(
  { target, time, settings }: TestContext,
  operation: 'check' | 'transfer',
  fields: Fields,
  form: Form | Tampering = settings.forms[0] ?? 'sealed',
): Fields {
  if (form === 'plain') return fields;
  const tampering = form === 'sealed' ? {} : form;
  const { amount, currency, tracking_id, credit_card: source, recipient_card: recipient } = fields;
  const additional = fields['additional_data'];
  const contract = operation === 'transfer' && isSection(additional) ? additional['contract'] : undefined;
  const bound = { operation, amount, currency, tracking_id, contract } as const;
  const { attempt = newAttempt(), jti } = tampering;
  const claims = jti === undefined ? {} : { jti };
  const by = { publicKey: target.shop.publicKey, attempt, now: time.now() };
  const sealed: Record<string, unknown> = { ...fields };
  if (isSection(source)) {
    const name = isSection(recipient) ? recipientName(recipient) : undefined;
    const token = sealSection(
      by,
      source,
      { ...bound, section: 'credit_card', recipient: name },
      { ...tampering, claims: { ...claims, ...tampering.claims } },
    );
    sealed['credit_card'] = { token };
  }
  // A saved recipient's token is useless without the shop's key.
  if (isSection(recipient) && !('token' in recipient)) {
    sealed['recipient_card'] = { token: sealSection(by, recipient, { ...bound, section: 'recipient_card' }, { claims }) };
  }
  return sealed;
}

/** Calls any row, and learns the gateway's time from the answer. */
export async function call(
  { target, time }: TestContext,
  row: Row,
  body?: unknown,
  deviations: Deviations = {},
): Promise<Exchange> {
  const got = await target.call(row, body, deviations);
  time.read(got);
  return got;
}

/** Sends a check or a transfer in its envelope. */
export async function send(context: TestContext, row: Row, fields: Fields, form?: Form | Tampering): Promise<Exchange> {
  return call(context, row, { request: sealCards(context, operationOf(row), fields, form) });
}

/** Polls a job until it is no longer new, or patience is over. */
export async function follow(context: TestContext, posted: Exchange): Promise<Exchange> {
  const id = member(posted.json, 'job_id');
  if (typeof id !== 'string') return posted;
  const end = Date.now() + context.settings.jobPatience;
  for (;;) {
    const polled = await call(context, ROWS.job, undefined, { id });
    if (member(polled.json, 'status') !== 'new' || Date.now() > end) return polled;
    await sleep(POLL_EVERY);
  }
}

/**
 * Sends a request by one of the six rows of spec 4.1. Returns the synchronous form of the answer, which for a job is its
 * result.
 */
export async function sendAndFollow(
  context: TestContext,
  row: Row,
  fields: Fields,
  form?: Form,
): Promise<{ readonly got: Exchange; readonly answer: unknown }> {
  const posted = await send(context, row, fields, form);
  const asynchronous = row === ROWS.verifyAsync || row === ROWS.p2pAsync;
  if (!asynchronous) return { got: posted, answer: posted.json };
  const got = await follow(context, posted);
  return { got, answer: member(got.json, 'response') };
}
