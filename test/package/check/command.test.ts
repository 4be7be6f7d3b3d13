import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { root } from '../../../build/install.mjs';
import type { Report } from '../../../src/check/report.js';
import { find } from '../../browsers.mjs';
import { document, element, OWN_SCRIPT, PAGE_SCRIPT, script } from './checked-page.js';

describe('the command', () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    const sandboxKey = /public-key="(MIIB[^"]+)"/.exec(readFileSync('README.md', 'utf8'))?.[1];
    const changes = { 'checkout-url': 'http://127.0.0.1:4010', 'public-key': sandboxKey, 'return-url': undefined, test: '' };
    const page = document(element(changes) + OWN_SCRIPT);
    server = createServer(({ url }, response) => {
      if (url === '/checkout.js') response.setHeader('content-type', 'text/javascript').end(script());
      else if (url === '/page.js') response.setHeader('content-type', 'text/javascript').end(PAGE_SCRIPT);
      else if (url === '/') response.setHeader('content-type', 'text/html').end(page);
      else response.writeHead(404).end('not here');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  interface Ended {
    readonly code: number | null;
    readonly out: string;
    readonly stderr: string;
  }

  /** Runs the packed command as npx does. It is asynchronous because the server above has to answer meanwhile. */
  function run(words: readonly string[], environment: Readonly<Record<string, string>> = {}, cwd = root): Promise<Ended> {
    const { chromium: executable = '' } = find();
    const program = join(inject('packed').folder, 'dist/check.js');
    const child = spawn(process.execPath, [program, ...words], {
      cwd,
      env: { ...process.env, CHROMIUM_PATH: executable, ...environment },
    });
    const parts = { out: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (parts.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (parts.stderr += text));
    return new Promise((resolve, reject) => {
      child.on('error', reject).on('close', (code) => resolve({ code, ...parts }));
    });
  }

  test('prints the problems, and fails', async () => {
    const { code, out, stderr } = await run(['check', origin]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    for (const found of ['sandbox_key', 'test_mode', 'loopback_address', 'return_url_missing', 'policy_missing'])
      expect(out).toContain(`[${found}]`);
    expect(out).toMatch(/ problems to fix before going live, 1 hint\. Then check again: .+\.\n$/);
  });

  test('prints the same report as JSON', async () => {
    const { code, out } = await run(['check', '--json', origin]);
    const report = JSON.parse(out) as Report;
    expect(code).toBe(1);
    expect(report.address).toBe(`${origin}/`);
    expect(report.problems).toBe(report.findings.filter(({ severity }) => severity === 'problem').length);
    expect(Object.keys(report.findings[0] ?? {}).sort()).toEqual(['code', 'cure', 'severity', 'what', 'why']);
  });

  test('succeeds when no problems are left', async () => {
    // The page is that of the README, whose sandbox is not started here.
    const ignored = 'sandbox_key,test_mode,loopback_address,policy_missing,gateway_missing';
    const { code, out } = await run(['check', origin, '--ignore', ignored]);
    expect(code).toBe(0);
    expect(out).toMatch(/No problems; 1 hint\.\n$/);
  });

  test.each<[string, string[], Record<string, string>, RegExp]>([
    ['a missing page', ['check', 'ORIGIN/nowhere'], {}, /answered with status 404/],
    [
      'a missing server',
      ['check', 'http://127.0.0.1:4099'],
      {},
      /Expected a page at http:\/\/127\.0\.0\.1:4099\/, but it did not load/,
    ],
    ['an unknown option', ['check', 'ORIGIN', '--fast'], {}, /Unknown option '--fast'.*Usage:/s],
    ['a missing option of another command', ['fields'], {}, /--out.*Usage: checkout-elements fields /s],
    ['an unknown command', ['verify', 'ORIGIN'], {}, /Expected the command check, fields or markup; got verify\..*Usage:/s],
    ['an invalid browser', ['check', 'ORIGIN'], { CHROMIUM_PATH: '/nowhere/chromium' }, /Correct CHROMIUM_PATH/],
  ])('reports %s, with exit code 2', async (_, words, environment, what) => {
    const { code, out, stderr } = await run(
      words.map((word) => word.replace('ORIGIN', origin)),
      environment,
    );
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(stderr).toMatch(what);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("takes a Chromium in PATH where playwright's own is missing", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'in-path-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync(find().chromium!, join(folder, 'chromium'));
    const PATH = [folder, process.env['PATH']].join(delimiter);
    const { code, stderr } = await run(['check', origin], { CHROMIUM_PATH: '', PLAYWRIGHT_BROWSERS_PATH: folder, PATH });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  test.each([
    [[], 'checkout-elements <command> --help'],
    [['--help'], 'checkout-elements <command> --help'],
    [['check', '--help'], 'Usage: checkout-elements check <address>'],
    [['fields', '--help'], 'Usage: checkout-elements fields --out'],
    [['fields', '-h'], '--same-host'],
  ])('%j prints how to call it', async (words, text) => {
    const { code, out, stderr } = await run(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(out).toContain(text);
  });

  test('explains how to get playwright when it is missing', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'checkout-elements-'));
    const program = join(elsewhere, 'check.js');
    copyFileSync(join(inject('packed').folder, 'dist/check.js'), program);
    writeFileSync(join(elsewhere, 'package.json'), '{"type":"module"}');
    const { status, stderr } = spawnSync(process.execPath, [program, 'check', origin], { cwd: elsewhere, encoding: 'utf8' });
    rmSync(elsewhere, { recursive: true });
    expect(status).toBe(2);
    expect(stderr).toMatch(/npm install --save-dev playwright && npx playwright install chromium/);
  });

  test('is the command that npx finds under the package’s name', () => {
    const { folder } = inject('packed');
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> };
    expect(bin).toEqual({ 'checkout-elements': 'dist/check.js' });
    expect(readFileSync(join(folder, 'dist/check.js'), 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
  });
});
