import '../../../../src/define.js';
import '../../watch-leaks.js';
import { CHECK, Line, mount, type Payer, TRANSFER } from '../../payer.js';

/** A request as the gateway receives it. */
export interface Sent {
  readonly path: string;
  readonly origin: string;
  readonly bearer: string | null;
  readonly request: Readonly<Record<string, unknown>> & { readonly credit_card?: { readonly token?: string } };
}

/** A line that records requests; the gateway answers checks, and every transfer is refused. */
export function listeningLine(): { line: Line; sent: Sent[] } {
  const line = new Line();
  const sent: Sent[] = [];
  const listen = (path: string, answer: (url: string, init: RequestInit) => Promise<Response>): void =>
    line.answer(path, (url, init) => {
      const { request } = JSON.parse(init.body as string) as Pick<Sent, 'request'>;
      sent.push({ path, origin: new URL(url).origin, bearer: new Headers(init.headers).get('authorization'), request });
      return answer(url, init);
    });
  listen(CHECK, (url, init) => fetch(url, init));
  listen(TRANSFER, () => Promise.resolve(Response.json({ error_code: 'closed', message: 'Closed today' }, { status: 422 })));
  return { line, sent };
}

/** Mounts an element, fills in its cards and waits for its fee. */
export async function mountWithFee(): Promise<{ payer: Payer; line: Line; sent: Sent[] }> {
  const { line, sent } = listeningLine();
  const payer = await mount({}, { fetch: line.fetch });
  await payer.fillsCards();
  await payer.readsFee();
  return { payer, line, sent };
}

export const ADDRESS = {
  first_name: 'Ann',
  last_name: 'Lee',
  country: 'US',
  city: 'Austin',
  state: 'TX',
  zip: '73301',
  address: '1 Elm St',
  phone: '+15125550100',
};
export const TIME = '2099-01-31T18:00:00+03:00';
