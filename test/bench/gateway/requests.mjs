// The requests to the sandbox and to the bare server: the same bodies, as HTTP/1.1 text.
import { generateKeyPairSync } from 'node:crypto';
import { loadInNode } from '../build.mjs';

/** Test cards of the sandbox. */
const CHECK = {
  amount: 10_000,
  currency: 'USD',
  credit_card: { number: '4200000000000000' },
  recipient_card: { number: '5204240000015029' },
};

/**
 * @param {string} url
 * @param {{ body?: unknown, publicKey?: string, authorization?: string }} [options]
 */
export function httpText(url, { body, publicKey = 'none', authorization = `Bearer ${publicKey}` } = {}) {
  const { host, pathname } = new URL(url);
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${body === undefined ? 'GET' : 'POST'} ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: ${authorization}`,
    'X-Api-Version: 2',
    'Accept: application/json',
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

/** A key pair for the bare server, which has no shop. */
export function makeKeyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A check's body: plain, and a function that seals it for a key. */
export async function makeChecks() {
  /** @type {typeof import('../../gateway/seal.js')} */
  const { SealingShop } = await loadInNode('gateway/seal.ts');
  return {
    plain: { request: CHECK },
    sealed: (/** @type {string} */ publicKey) => ({
      request: new SealingShop(publicKey, Math.floor(Date.now() / 1000)).request('check', CHECK),
    }),
  };
}

/**
 * The sandbox's shops, and a check's job that is done.
 *
 * @param {Record<string, string>} addresses
 * @param {unknown} plainCheck
 */
export async function prepareSandbox({ checkout_url: checkoutUrl, console_url: consoleUrl }, plainCheck) {
  /** @type {{ public_key: string, pci_certified: boolean }[]} */
  const shops = await (await fetch(`${consoleUrl}/sandbox/shops`)).json();
  const certified = shops.find((shop) => shop.pci_certified);
  const storefront = shops.find((shop) => !shop.pci_certified);
  if (!certified || !storefront) throw new Error('The sandbox lacks a shop with a PCI DSS certificate, or one without.');
  const headers = { Authorization: `Bearer ${certified.public_key}`, 'X-Api-Version': '2', 'Content-Type': 'application/json' };
  const accepted = await fetch(`${checkoutUrl}/ctp/api/async/verify-p2p`, {
    method: 'POST',
    headers,
    body: JSON.stringify(plainCheck),
  });
  /** @type {{ job_id: string }} */
  const { job_id: jobId } = await accepted.json();
  for (let status = 'new'; status !== 'done';) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    ({ status } = await (await fetch(`${checkoutUrl}/ctp/api/async/jobs/${jobId}`, { headers })).json());
  }
  return { certified: certified.public_key, storefront: storefront.public_key, jobId };
}
