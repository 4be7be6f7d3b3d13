import { afterAll, beforeAll, expect, test } from 'vitest';
import { failures } from '../../demo/conformance/answers/findings.js';
import { textReport } from '../../demo/conformance/answers/report.js';
import { main } from '../../demo/conformance/main.js';
import { run, type Run } from '../../demo/conformance/run.js';
import { BROKEN_GATEWAYS, change } from './broken-gateways.js';
import { spoiled, startSandbox, type Sandbox } from './own-sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
}, 60_000);
afterAll(() => sandbox?.stop());

/** One section, with little patience and few random requests. */
const hasty = ({ settings, ...rest }: Run, section: string): Run => ({
  ...rest,
  settings: { ...settings, jobPatience: 2500, badInput: { ...settings.badInput, runs: 3 } },
  only: [section],
});

test.each(BROKEN_GATEWAYS)(
  'a gateway with %s breaks its rules in section %s',
  { timeout: 120_000 },
  async (_, section, rows, spoil) => {
    const gateway = await spoiled(sandbox.urls.gateway_url, spoil);
    try {
      const broken = failures(await run(hasty(sandbox.settings('certified', gateway.url), section)), false);
      expect(broken.map(({ rule }) => rule.row)).toEqual(expect.arrayContaining([...rows]));
    } finally {
      gateway.close();
    }
  },
);

test('a gateway with a card number in any response is detected', { timeout: 60_000 }, async () => {
  const gateway = await spoiled(
    sandbox.urls.gateway_url,
    change('GET', '/ctp/api/async/jobs/', (json) => ({ ...json, card: '4005550000000019' })),
  );
  try {
    const broken = failures(
      await run({ ...hasty(sandbox.settings('certified', gateway.url), '2.6'), only: ['2.4', '2.6'] }),
      false,
    );
    expect(broken.map(({ statement }) => statement)).toContain('no response has a whole card number');
  } finally {
    gateway.close();
  }
});

test('a gateway that differs only where we decided conforms unless the run is strict', { timeout: 60_000 }, async () => {
  // Bad credentials are forbidden (403), which the spec does not forbid.
  const gateway = await spoiled(sandbox.urls.gateway_url, (passing) => {
    if (passing.status === 401) passing.status = 403;
  });
  try {
    const findings = await run({ ...sandbox.settings('certified', gateway.url), only: ['5'] });
    expect(failures(findings, false)).toEqual([]);
    expect(failures(findings, true).length).toBeGreaterThan(10);
    expect(textReport(findings, false)).toMatch(/differs .*401|decided otherwise/);
  } finally {
    gateway.close();
  }
});

test('a gateway that refunds more than was paid is detected by a strict run', { timeout: 60_000 }, async () => {
  const gateway = await spoiled(sandbox.urls.gateway_url, (passing) => {
    if (passing.path !== '/transactions/refunds' || !passing.text.includes('must be at most')) return;
    Object.assign(passing, { status: 200, text: '{"transaction":{"uid":"1","type":"refund","status":"successful"}}' });
  });
  try {
    const findings = await run({ ...hasty(sandbox.settings('certified', gateway.url), '2.7'), rules: ['decision'] });
    expect(failures(findings, false)).toEqual([]);
    expect(failures(findings, true).map(({ statement }) => statement)).toEqual([
      'a refund beyond the payment is refused: 422',
      'a refund beyond the payment is refused',
      'the refunds together are at most the payment: 422',
      'the refunds together are at most the payment',
    ]);
  } finally {
    gateway.close();
  }
});

test('a gateway that leaks internals or fails at a bad request is detected', { timeout: 60_000 }, async () => {
  const gateway = await spoiled(sandbox.urls.gateway_url, (passing) => {
    if (passing.status !== 400) return;
    Object.assign(passing, {
      status: 500,
      text: 'SyntaxError: Unexpected token\n    at JSON.parse (/srv/node_modules/gateway/index.js:1:1)',
    });
  });
  try {
    const broken = failures(await run(hasty(sandbox.settings('certified', gateway.url), '7')), true);
    expect(broken.filter(({ statement }) => statement.includes('any text for a body'))).not.toEqual([]);
    expect(broken.filter(({ statement }) => statement.endsWith('reveals no internals'))).not.toEqual([]);
  } finally {
    gateway.close();
  }
});

test('a report of failures carries no card data, no seal and no secret', { timeout: 60_000 }, async () => {
  // Everything fails, and the gateway repeats what it is sent.
  const gateway = await spoiled(sandbox.urls.gateway_url, (passing) => {
    Object.assign(passing, { status: 500, text: JSON.stringify({ number: '4200000000000000', said: passing.text }) });
  });
  const settings = { ...sandbox.settings('certified', gateway.url), only: ['2.2', '2.6', '4.1', '5'] };
  try {
    const report = textReport(await run(settings), true);
    expect(report.includes('FAILED')).toBe(true);
    // Not the whole report when it fails: it is long.
    for (const leak of [/.{30}\d{12,}/, /.{30}"verification_value":"\d/, /.{30}eyJ[\w-]{40,}\./])
      expect(leak.exec(report)?.[0]).toBeUndefined();
    expect(report.includes(settings.shop.secretKey)).toBe(false);
  } finally {
    gateway.close();
  }
});

test('with --no-pages a gateway that no page can call conforms', { timeout: 60_000 }, async () => {
  const gateway = await spoiled(sandbox.urls.gateway_url, ({ headers }) => {
    for (const name of [...headers.keys()].filter((each) => each.startsWith('access-control-'))) headers.delete(name);
  });
  const { addresses, shop } = sandbox.settings('certified', gateway.url);
  const said: string[] = [];
  const streams = { out: (text: string) => void said.push(text), err: () => undefined };
  const given = {
    'gateway-url': addresses.gateway,
    'checkout-url': addresses.checkout,
    'base-url': addresses.base,
    'console-url': addresses.console ?? '',
    'public-key': shop.publicKey,
    'shop-id': shop.shopId,
    'secret-key': shop.secretKey,
    only: '5',
  };
  const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  try {
    expect(await main([...args, '--plain'], {}, streams)).toBe(1);
    expect(said.pop()).toMatch(/^what browsers demand: no page can pay without it: \d+ of \d+ kept$/m);
    expect(await main([...args, '--plain', '--no-pages'], {}, streams)).toBe(0);
    expect(said.pop()).not.toContain('what browsers demand');
  } finally {
    gateway.close();
  }
});

test('one answer to everything is an error that quotes it, not a report', async () => {
  const gateway = await spoiled(sandbox.urls.gateway_url, (passing) => {
    Object.assign(passing, { status: 421, text: `Misdirected request ${Math.random()} to ${passing.path}` });
  });
  try {
    await expect(run(sandbox.settings('certified', gateway.url))).rejects.toThrow(/same answer: 421 Misdirected request/);
  } finally {
    gateway.close();
  }
});

test('an address that nothing answers at is an error, not a report', async () => {
  const settings = sandbox.settings('certified', 'http://127.0.0.1:1');
  await expect(run(settings)).rejects.toThrow("http://127.0.0.1:1 can't be reached");
});
