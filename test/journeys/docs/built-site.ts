import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { root } from '../../../build/install.mjs';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.webp': 'image/webp',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Builds the documentation's site. A broken link makes the build fail. */
function build(outDir: string): Promise<void> {
  const program = join(root, 'node_modules/vitepress/bin/vitepress.js');
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn(process.execPath, [program, 'build', 'docs', '--outDir', outDir], { cwd: root, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The site was not built:\n${output}`))));
  });
}

/** Builds and serves the site as any static host does. */
export async function serveSite(outDir: string): Promise<{ readonly url: string; readonly close: () => void }> {
  await build(outDir);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const path = join(outDir, pathname.endsWith('/') ? `${pathname}index.html` : decodeURIComponent(pathname));
    readFile(path).then(
      (file) => response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(file),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
