// The gateway's contract as OpenAPI, for the package and for its page of the documentation. The sandbox writes the document.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './install.mjs';
import { table } from './manifest/tables.mjs';

/** The document, with addresses to replace. */
export async function openApi() {
  const path = join(root, 'demo/gateway/openapi/document.ts');
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  const { openApiDocument } = /** @type {typeof import('../demo/gateway/openapi/document.js')} */ (module);
  const at = (/** @type {string} */ host) => `https://${host}.gateway.example`;
  return openApiDocument({ gateway: at('api'), checkout: at('checkout'), base: at('base'), console: at('console') });
}

const KEYS = new Map([
  ['secretKey', 'secret'],
  ['publicKey', 'public'],
]);

/** Its operations by their tag, as the tables of a page. @param {Awaited<ReturnType<typeof openApi>>} document */
export function operationTables({ tags, paths }) {
  const all = Object.entries(paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, host: servers[0]?.url ?? '', operation })),
  );
  const row = (/** @type {typeof all[number]} */ { path, method, host, operation: { summary, description = '', security } }) => [
    `\`${method.toUpperCase()} ${path}\``,
    /^https:\/\/(\w+)/.exec(host)?.[1] ?? '',
    KEYS.get(Object.keys(security?.[0] ?? {})[0] ?? '') ?? '',
    `${summary}. ${description}`,
  ];
  const parts = tags.map(({ name }) => {
    const rows = all.filter(({ operation }) => operation.tags.includes(name)).map(row);
    return `### ${name}\n\n${table(['request', 'host', 'key', ''], rows)}`;
  });
  return new Map([['openapi', parts.join('\n\n')]]);
}
