import { posix } from 'node:path';

/** The folders of the gateway. Each imports only folders before it; files beside them put everything together. */
const GATEWAY_FOLDERS = [
  'issuer',
  'shop',
  'crypto',
  'page',
  'store',
  'time',
  'http',
  'openapi',
  'faults',
  'log',
  'card',
  'payment',
  'customer',
  'plan',
  'transfer',
  'order',
  'product',
  'subscription',
  'notify',
  'console',
];

/** `demo/gateway/store/table/tasks.ts` → `store`; undefined for a file beside the folders and for files elsewhere. */
const gatewayFolder = (path: string): string | undefined => /^demo\/gateway\/([^/]+)\//.exec(path)?.[1];

/** The violation in an import between two files of the gateway; undefined when the import is allowed. */
export function judgeGatewayImport(from: string, to: string): string | undefined {
  const [folder, target] = [gatewayFolder(from), gatewayFolder(to)];
  if (folder === undefined || folder === target) return undefined;
  if (!GATEWAY_FOLDERS.includes(folder)) return `${from}: the folder ${folder} of the gateway has no rule`;
  const allowed = target !== undefined && GATEWAY_FOLDERS.slice(0, GATEWAY_FOLDERS.indexOf(folder)).includes(target);
  return allowed ? undefined : `${from} imports ${to}: ${folder} may not import ${target ?? 'what is beside the folders'}`;
}

/** The imports between folders of the demo, for a search for cycles. */
export function folderImports(graph: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of graph) {
    if (!path.startsWith('demo/')) continue;
    const folder = posix.dirname(path);
    const imported = folders.get(folder) ?? new Set();
    for (const target of targets.map((each) => posix.dirname(each))) {
      if (target !== folder && target.startsWith('demo/')) imported.add(target);
    }
    folders.set(folder, imported);
  }
  return new Map([...folders].map(([folder, imported]) => [folder, [...imported]]));
}
