import { randomUUID } from 'node:crypto';
import { jobEndpoint } from '../../wire/response/job.js';
import { API_VERSION, fillPath } from '../../wire/endpoint.js';
import { judgeRsaKey, readSpki } from '../../wire/rsa-key.js';
import type { ObservedDocument, ObservedKey } from './observed-page.js';
import { isWebAddress } from './web-address.js';

/** Where an element's gateway answers; undefined if it has no address of one. */
function checkoutOf(addresses: Readonly<Record<string, string>>): string | undefined {
  const { 'checkout-url': checkout, 'confirm-url': confirm } = addresses;
  const address = checkout ?? (confirm !== undefined && isWebAddress(confirm) ? new URL(confirm).origin : undefined);
  return address !== undefined && isWebAddress(address) ? address.replace(/\/$/, '') : undefined;
}

/** Why a text is no public key that cards can be encrypted with; undefined if it is one. */
function problemOf(publicKey: string): string | undefined {
  const key = readSpki(Buffer.from(publicKey, 'base64'));
  if (!key) return `Expected a public key in bare base64 (MIIBIjANBg…); got ${publicKey.length} characters that are not one.`;
  const [expected, got] = judgeRsaKey(key) ?? [];
  return expected && `Expected ${expected}; got ${got}.`;
}

/** A key that no gateway has. */
const MADE_UP = 'bm90IGEga2V5';

/** Asks a gateway for a job that does not exist (spec 4.2). @returns the status of its answer. */
async function statusFor(publicKey: string, checkout: string, timeout: number): Promise<number> {
  const { status } = await fetch(checkout + fillPath(jobEndpoint.path, { job_id: randomUUID() }), {
    headers: { Authorization: `Bearer ${publicKey}`, 'X-Api-Version': API_VERSION, Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  return status;
}

/** A gateway refuses a key that it does not know with 401, and else knows no such job. Any other server answers both alike. */
async function ask(checkout: string, publicKey: string, timeout: number): Promise<Pick<ObservedKey, 'state' | 'reason'>> {
  try {
    const status = await statusFor(publicKey, checkout, timeout);
    if (status === 401) return { state: 'refused', reason: '' };
    if (status !== 404) return { state: 'unchecked', reason: `it answered with status ${status}` };
    const isGateway = (await statusFor(MADE_UP, checkout, timeout)) !== 404;
    return isGateway ? { state: 'accepted', reason: '' } : { state: 'missing', reason: 'what answers there asks for no key' };
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
    // A name that isn't found may be found elsewhere: this machine may be behind a proxy.
    return code === 'ECONNREFUSED'
      ? { state: 'missing', reason: 'nothing answers there' }
      : { state: 'unchecked', reason: 'it could not be reached from here' };
  }
}

/** Finds out what each element's gateway says of its public key. */
export async function observeKeys(documents: readonly ObservedDocument[], timeout: number): Promise<ObservedKey[]> {
  const keys = new Map<string, Promise<ObservedKey>>();
  for (const { tag, id, frame, publicKey, addresses } of documents.flatMap(({ elements }) => elements)) {
    const address = checkoutOf(addresses);
    if (publicKey === undefined || address === undefined) continue;
    const text = publicKey.replaceAll(/\s/g, '');
    const observe = async (): Promise<ObservedKey> => {
      const problem = problemOf(text);
      const answer = problem === undefined ? await ask(address, text, timeout) : { state: 'unusable' as const, reason: problem };
      return { tag, id, frame, address, ...answer };
    };
    const name = `${tag} ${id} ${address} ${text}`;
    if (!keys.has(name)) keys.set(name, observe());
  }
  return Promise.all(keys.values());
}
