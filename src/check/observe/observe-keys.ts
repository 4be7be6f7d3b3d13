import { randomUUID } from 'node:crypto';
import { importKey } from '../../checkout/key.js';
import { API_VERSION } from '../../wire/endpoint.js';
import { jobEndpoint } from '../../wire/response/job.js';
import { fillPath } from '../../wire/endpoint.js';
import type { ObservedDocument, ObservedKey } from './observed-page.js';
import { isWebAddress } from './web-address.js';

/** Where an element's gateway answers; undefined if it has no address of one. */
function checkoutOf(addresses: Readonly<Record<string, string>>): string | undefined {
  const { 'checkout-url': checkout, 'confirm-url': confirm } = addresses;
  const address = checkout ?? (confirm !== undefined && isWebAddress(confirm) ? new URL(confirm).origin : undefined);
  return address !== undefined && isWebAddress(address) ? address.replace(/\/$/, '') : undefined;
}

/**
 * Asks a gateway for a job that does not exist, with the key (spec 4.2): it refuses a key that it does not know with 401, and else knows
 * no such job.
 */
async function ask(checkout: string, publicKey: string, timeout: number): Promise<Pick<ObservedKey, 'state' | 'reason'>> {
  try {
    const { status } = await fetch(checkout + fillPath(jobEndpoint.path, { job_id: randomUUID() }), {
      headers: { Authorization: `Bearer ${publicKey}`, 'X-Api-Version': API_VERSION, Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    if (status === 401) return { state: 'refused', reason: '' };
    return status === 404
      ? { state: 'accepted', reason: '' }
      : { state: 'unchecked', reason: `it answered with status ${status}` };
  } catch {
    return { state: 'unchecked', reason: 'it could not be reached from here' };
  }
}

/** Finds out what each element's gateway says of its public key. */
export async function observeKeys(documents: readonly ObservedDocument[], timeout: number): Promise<ObservedKey[]> {
  const found = new Map<string, Promise<ObservedKey>>();
  for (const { tag, publicKey, addresses } of documents.flatMap(({ elements }) => elements)) {
    const address = checkoutOf(addresses);
    if (publicKey === undefined || address === undefined) continue;
    const text = publicKey.replaceAll(/\s/g, '');
    const observe = async (): Promise<ObservedKey> => {
      const problem = await importKey(text).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
      const answer = problem === undefined ? await ask(address, text, timeout) : { state: 'unusable' as const, reason: problem };
      return { tag, address, ...answer };
    };
    const name = `${tag} ${address} ${text}`;
    if (!found.has(name)) found.set(name, observe());
  }
  return Promise.all(found.values());
}
