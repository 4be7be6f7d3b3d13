// Starts WebKitGTK's driver, on its own display if Xvfb is installed, and opens a browser with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { findEngine, findXvfb } from '../engines.mjs';
import { Session } from './webdriver.js';

/** A WebKit browser controlled by the tests. */
export interface WebKit {
  readonly session: Session;
  /** Ends the browser and everything that was started for it. */
  readonly close: () => Promise<void>;
}

const READY_MS = 10_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('The system gave no free port.');
  return address.port;
}

/** Ends a process and its children, such as a driver's browser. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid);
  } catch {
    // It had already ended.
  }
}

/** Starts a virtual display. @returns its name, such as `:99`. */
async function startDisplay(program: string, started: ChildProcess[]): Promise<string> {
  const xvfb = spawn(program, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  started.push(xvfb);
  const number = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Xvfb gave no display.')), READY_MS);
    xvfb.once('error', reject);
    xvfb.once('exit', (code) => reject(new Error(`Xvfb ended with exit code ${code}.`)));
    xvfb.stdio[3]?.once('data', (chunk: Buffer) => {
      clearTimeout(timer);
      resolve(chunk.toString().trim());
    });
  });
  return `:${number}`;
}

async function whenReady(driverUrl: string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    if (
      await fetch(`${driverUrl}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await wait(50);
  }
  throw new Error('WebKit’s driver did not answer.');
}

/**
 * Opens WebKit with empty storage.
 *
 * @throws {Error} when it is not installed, or does not start.
 */
export async function openWebKit(): Promise<WebKit> {
  const webkit = findEngine('webkit');
  if (!webkit) throw new Error('There is no WebKit on this machine: npm run test:engines finds or installs it.');
  const started: ChildProcess[] = [];
  const endAll = (): void => started.toReversed().forEach(end);
  process.once('exit', endAll);
  try {
    const xvfb = findXvfb();
    const display = xvfb ? await startDisplay(xvfb, started) : process.env['DISPLAY'];
    const port = await freePort();
    const environment = { ...process.env, DISPLAY: display };
    const driver = spawn(webkit.program, [`--port=${port}`], { stdio: 'ignore', env: environment, detached: true });
    driver.once('error', () => undefined);
    started.push(driver);
    await whenReady(`http://127.0.0.1:${port}`);
    const session = await Session.open(`http://127.0.0.1:${port}`);
    await session.resize(1300, 950);
    return {
      session,
      close: async () => {
        process.removeListener('exit', endAll);
        await session.close().catch(() => undefined);
        endAll();
      },
    };
  } catch (error) {
    process.removeListener('exit', endAll);
    endAll();
    throw error;
  }
}
