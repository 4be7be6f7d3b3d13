import { MerchantClient, type MerchantClientOptions } from '../../../src/merchant/index.js';
import { ManualClock } from '../../clock/manual-clock.js';

/** What happens to one request: an answer, a broken connection, or nothing at all. */
export type Step =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | Error
  | 'silence';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client whose requests get scripted results, one step each; the last step repeats. Time stands still until a test moves it. */
export function scripted(
  steps: readonly Step[],
  options: Partial<MerchantClientOptions> = {},
): { readonly client: MerchantClient; readonly clock: ManualClock; readonly sent: readonly Sent[] } {
  const clock = new ManualClock();
  const sent: Sent[] = [];
  const client = new MerchantClient({
    shopId: '361',
    secretKey: 'sk_hidden_361',
    gatewayUrl: 'https://gateway.example',
    baseUrl: 'https://api.gateway.example/',
    clock,
    random: () => 0,
    fetch: (url, init) => {
      const step = steps[Math.min(sent.length, steps.length - 1)] ?? 'silence';
      sent.push({ url, init });
      if (step === 'silence') return new Promise(() => undefined);
      if (step instanceof Error) return Promise.reject(step);
      const { status, body, headers = {} } = step;
      const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
      return Promise.resolve(new Response(text, { status, headers }));
    },
    ...options,
  });
  return { client, clock, sent };
}

/** A broken connection, as Node's fetch reports it. */
export const brokenLine = (code: string): Error => {
  const cause = Object.assign(new Error(`connect ${code} sk_hidden_361`), { code });
  return new TypeError('fetch failed', { cause });
};
