// `node test/checkout/vectors/seal.mjs`: seals every plaintext of sealed-sections.json with the package's own sealing, and
// writes the tokens beside them. The plaintexts are written by hand; vectors.test.ts opens the tokens and compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/**
 * @template Module
 * @param {string} path
 * @returns {Promise<Module>}
 */
const load = async (path) =>
  /** @type {Module} */ ((await runnerImport(root + path, { root, configFile: false, logLevel: 'error' })).module);

/** @type {typeof import('../../../src/checkout/seal.js')} */
const { sealSections } = await load('src/checkout/seal.ts');
/** @type {typeof import('../../../src/checkout/key.js')} */
const { importKey } = await load('src/checkout/key.ts');

const file = new URL('sealed-sections.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8'));
const key = await importKey(JSON.parse(readFileSync(new URL('key.json', import.meta.url), 'utf8')).public_key);

for (const { request, sections } of document.vectors) {
  const plain = Object.entries(sections).map(([name, { plaintext }]) => {
    const { iat: _iat, jti: _jti, bound_to: _bound, attempt: _attempt, ...fields } = plaintext;
    return [name, fields];
  });
  const { iat, attempt, bound_to: boundTo } = sections.credit_card.plaintext;
  const ids = Object.values(sections).map(({ plaintext }) => plaintext.jti);
  const sealed = await sealSections(
    { ...Object.fromEntries(plain), ...(request.recipient_card && { recipient_card: request.recipient_card }) },
    {
      operation: boundTo.operation,
      amount: request.amount,
      currency: request.currency,
      trackingId: request.tracking_id,
      productId: request.product_id,
      contract: request.contract,
      issuedAt: iat * 1000,
    },
    key,
    { uuid: () => ids.shift(), bytes: () => Buffer.from(attempt, 'base64url'), fraction: () => 0 },
  );
  for (const [name, section] of Object.entries(sections)) section.token = sealed[/** @type {'credit_card'} */ (name)]?.token;
}
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
