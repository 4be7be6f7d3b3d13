import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { freePort } from '../../demo/start/network/network.mjs';
import { startServer } from '../../demo/start/process/server.mjs';
import { findOrInstall, launchArguments } from '../browsers.mjs';

/** A starter that runs. */
export interface Running {
  readonly page: Page;
  /** Its address. */
  readonly url: string;
  /** Waits for a line on its standard output or error. */
  readonly prints: (text: string | RegExp) => Promise<void>;
  /** Tells the program, and no other, to end; resolves when it has. */
  readonly end: () => Promise<void>;
}

/**
 * A sandbox and a browser for the tests of the calling file, which run starters.
 *
 * @param sandbox resolves to the sandbox's program: the command of its package.
 */
export function useStarters(sandbox: () => Promise<string>): {
  /** Starts a program in a folder, on a free port, and opens its page. The starter's file may have settings that are not given. */
  readonly run: (folder: string, command: string, words: readonly string[], settings?: object) => Promise<Running>;
} {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  let browser: Browser;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    gateway = await startServer('sandbox', await sandbox(), ['--port', '0', '--data', 'memory']);
    browser = await chromium.launch({ executablePath: findOrInstall(), args: launchArguments });
  }, 300_000);
  afterEach(async () => {
    for (const child of running.splice(0)) {
      // npm's own child ends with the group.
      if (child.exitCode === null && child.pid !== undefined && process.kill(-child.pid)) await once(child, 'exit');
    }
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.stop();
  });

  const run = async (folder: string, command: string, words: readonly string[], settings = {}): Promise<Running> => {
    const url = `http://localhost:${await freePort('127.0.0.1', 20_000 + Math.floor(Math.random() * 20_000))}`;
    const { NODE_ENV: _, ...own } = process.env;
    // The environment takes precedence over the starter's file. The port is the address's.
    const env = { ...own, ...settings, GATEWAY_URL: gateway.addresses['gateway_url'], SHOP_URL: url };
    const child = spawn(command, [...words], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    running.push(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
    const prints = (text: string | RegExp): Promise<void> =>
      vi.waitFor(() => expect(printed).toMatch(text), { timeout: 30_000, interval: 100 });
    await vi.waitFor(
      async () => {
        if (child.exitCode !== null) throw new Error(`It ended:\n${printed}`);
        expect((await fetch(url)).status).toBe(200);
      },
      { timeout: 60_000, interval: 200 },
    );
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    await page.goto(url);
    const end = async (): Promise<void> => {
      if (child.kill()) await once(child, 'exit');
    };
    return { page, url, prints, end };
  };
  return { run };
}

/** Types a card that pays at once. */
export async function typeCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').first().fill('4200 0000 0000 0000');
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('123');
}

/**
 * What holds for every starter: its session is out of the reach of scripts, and it listens at 127.0.0.1 alone. On Linux the whole of
 * 127.0.0.0/8 is this machine.
 */
export async function expectOwn({ page, url }: Running): Promise<void> {
  expect(await page.context().cookies(url)).toMatchObject([{ name: 'session', httpOnly: true, sameSite: 'Lax', secure: false }]);
  await expect(fetch(url.replace('localhost', '127.0.0.2'))).rejects.toThrow('fetch failed');
}

/** What a payer does in each starter, and what its server prints then. */
export const STARTERS = {
  express: async ({ page, prints }: Running): Promise<void> => {
    await typeCard(page);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByText('Thank you. Your tea is on its way.').waitFor();
    await prints(/Order [\w-]{36} is paid: deliver the tea\./);
  },
  next: async ({ page, prints }: Running): Promise<void> => {
    await page.getByLabel('Email').fill('ann@example.org');
    await typeCard(page);
    await page.getByRole('button', { name: /^Subscribe/ }).click();
    await page.getByText('Welcome to the tea club.').waitFor();
    await prints(/Order [\w-]{36} is paid: send the first tea\./);
  },
  vite: async ({ page, prints }: Running): Promise<void> => {
    await typeCard(page);
    await page.getByRole('group', { name: 'To card' }).getByLabel('Card number').fill('4012 0000 0000 1006');
    await page.getByLabel('Amount').fill('100');
    await page
      .getByText(/^Fee (about )?\d/)
      .first()
      .waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.getByText('Sent.', { exact: true }).waitFor();
    await prints(/Transfer [\w-]{36} is paid\./);
  },
} as const;
