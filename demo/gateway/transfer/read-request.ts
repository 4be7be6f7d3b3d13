import type * as z from 'zod/mini';
import { billingAddressProblems, type BillingAddress } from '../../../src/wire/request/address.js';
import { SECTIONS, type SectionName } from '../../../src/wire/request/card-section.js';
import type { CheckRequest } from '../../../src/wire/request/check.js';
import { presentCard, type CardReading } from '../card/present-card.js';
import { openSections, tokenIn, type CardShop } from '../card/sections.js';
import { invalidParams } from '../http/error-response.js';
import { isRecord, judgeCurrency, judgeFields, unwrap } from '../http/judge-fields.js';
import { Problems } from '../http/problems.js';
import type { CardPair } from '../issuer/decide.js';

/** A valid request with its cards decrypted. Lives only as long as the request. */
export interface ReadRequest<Request> {
  readonly request: Request;
  readonly cards: CardPair;
  /** ISO 4217 exponent of the request's currency. */
  readonly exponent: number;
  /** The ids of the sealed sections and of their attempt; empty for plain ones. */
  readonly sealIds: readonly string[];
  /** The source section's token as sent, sealed or saved. */
  readonly sourceToken: string | undefined;
}

const ADDRESSES = ['sender_billing_address', 'recipient_billing_address', 'billing_address'] as const;

function checkAddresses(request: Record<string, unknown>, problems: Problems): void {
  for (const name of ADDRESSES) {
    const address = request[name];
    if (!isRecord(address) || problems.about(name)) continue;
    for (const [field, text] of Object.entries(billingAddressProblems(address as BillingAddress))) {
      problems.add([name, field], text);
    }
  }
}

/** Without it, whoever changes a request on its way could have the cards saved without asking the payer. */
function ignoreContract<T extends { readonly additional_data?: object | null | undefined }>(request: T): T {
  return request.additional_data ? { ...request, additional_data: { ...request.additional_data, contract: undefined } } : request;
}

/**
 * Reads the body of a check or a transfer: decrypts sealed sections, validates every field, resolves saved cards.
 *
 * @throws Refusal 422: the duplicate rejection when a sealed section already paid, before any other check; otherwise every
 * problem at its path.
 */
export async function readRequest<T extends CheckRequest>(
  body: unknown,
  {
    operation,
    schema,
    shop,
  }: { readonly operation: 'check' | 'transfer'; readonly schema: z.ZodMiniType<T>; readonly shop: CardShop },
  reading: CardReading,
): Promise<ReadRequest<T>> {
  const problems = new Problems();
  const raw = unwrap(body, problems);
  if (problems.any) throw invalidParams(problems);

  const opened = await openSections(raw, shop);
  // A repeated check moves no money, and browsers repeat one when a connection dies: it gets a normal response.
  if (operation === 'transfer') await reading.refuseUsedSeals(opened.sealIds);
  const { amount, currency, tracking_id } = raw;
  const contract = operation === 'transfer' && isRecord(raw.additional_data) ? raw.additional_data.contract : undefined;
  const sections = opened.judge({ operation, amount, currency, tracking_id, contract }, reading.now, problems);
  const effective: Record<string, unknown> = { ...raw, ...sections };

  const request = judgeFields(schema, effective, problems);
  const exponent = judgeCurrency(effective.currency, problems);
  checkAddresses(effective, problems);
  if (operation === 'transfer' && typeof effective.expired_at === 'string' && !problems.about('expired_at')) {
    if (Date.parse(effective.expired_at) <= reading.now) problems.add(['expired_at'], 'is in the past');
  }
  const present = (section: SectionName) =>
    presentCard({ section, operation, given: effective[section], shop, problems, reading });
  const [source, recipient] = await Promise.all(SECTIONS.map(present));
  if (problems.any || !request || !source || !recipient) throw invalidParams(problems);
  const kept = opened.isContractBound ? request : ignoreContract(request);
  return {
    request: kept,
    cards: { source, recipient },
    exponent,
    sealIds: opened.sealIds,
    sourceToken: tokenIn(raw.credit_card),
  };
}
