import { describe, expect, test } from 'vitest';
import { Sandbox } from '../sandbox.js';

const CHALLENGE = { credit_card: { number: '4012000000001097', verification_value: '123', exp_month: '01', exp_year: '2030' } };

/** A payer on the page behind redirect_url. */
class Payer {
  readonly sandbox: Sandbox;
  readonly transaction: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

  private constructor(sandbox: Sandbox, transaction: Record<string, unknown>) {
    this.sandbox = sandbox;
    this.transaction = transaction;
  }

  static async challenged(changes: object = {}): Promise<Payer> {
    const sandbox = new Sandbox();
    return new Payer(sandbox, await sandbox.transfer({ ...CHALLENGE, ...changes }));
  }

  get path(): string {
    return new URL(this.transaction.redirect_url).pathname;
  }

  async see(): Promise<{ response: Response; text: string }> {
    const response = await this.sandbox.fetch(this.path);
    return { response, text: await response.text() };
  }

  async formToken(): Promise<string> {
    return /name="form_token" value="(\w+)"/.exec((await this.see()).text)?.[1] ?? '';
  }

  async submit(fields: Record<string, string>, formToken?: string): Promise<Response> {
    const form = new URLSearchParams({ form_token: formToken ?? (await this.formToken()), ...fields });
    return this.sandbox.fetch(this.path, { method: 'POST', body: form });
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  async status(): Promise<Record<string, any>> {
    return (await this.sandbox.get(`/transactions/${this.transaction.uid}`)).body.transaction;
  }
}

const CONFIRM = { action: 'confirm', code: '123456' };

describe('the page', () => {
  test('names bank, merchant, amount and masked card, and says which code passes', async () => {
    const { response, text } = await (await Payer.challenged()).see();
    expect(response.status).toBe(200);
    for (const part of [
      'Bank of Challenge',
      'Certified Market',
      '100.00 USD',
      '•••• 1097',
      '•••• 1006',
      '123456 is the right code',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/<label for="code">Code<\/label>\s*<input id="code" name="code"/);
    expect(text).toMatch(
      /<button name="action" value="confirm">Confirm<\/button>\s*<button name="action" value="cancel"[^>]*>Cancel</,
    );
    expect(text).not.toMatch(/\d{12}/);
  });

  test('runs no script, loads nothing, is not cached, and sends no referrer', async () => {
    const { headers } = (await (await Payer.challenged()).see()).response;
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('shows what a merchant wrote as text', async () => {
    const { text } = await (await Payer.challenged({ description: '<img src=x onerror=alert(1)>"\'' })).see();
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;');
    expect(text).not.toContain('<img');
  });
});

describe('the answer', () => {
  const BACK = 'https://shop.example/back?order=7&x=%20a+b#part';

  test.each([
    ['the right code', CONFIRM, 'successful'],
    ['the right code with spaces', { action: 'confirm', code: ' 123 456 ' }, 'successful'],
    [
      'the right code in the bank’s whole message',
      { action: 'confirm', code: 'Your code is 123456. Shop: 50 USD' },
      'successful',
    ],
    ['a message with two codes', { action: 'confirm', code: '123456 654321' }, 'failed'],
    ['a wrong code', { action: 'confirm', code: '000000' }, 'failed'],
    ['Cancel', { action: 'cancel', code: '' }, 'failed'],
    ['Cancel with the right code typed', { action: 'cancel', code: '123456' }, 'failed'],
  ])('%s leads back to the merchant, whose parameters stay', async (_, fields, status) => {
    const payer = await Payer.challenged({ return_url: BACK });
    expect(payer.transaction.status).toBe('incomplete');
    await payer.sandbox.advance(60);
    const response = await payer.submit(fields);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(
      `https://shop.example/back?order=7&x=%20a+b&uid=${payer.transaction.uid}&status=${status}#part`,
    );
    const final = await payer.status();
    expect(final).toMatchObject({
      status,
      p2p: { status },
      created_at: '2026-11-21T10:00:00Z',
      updated_at: '2026-11-21T10:01:00Z',
      paid_at: status === 'successful' ? '2026-11-21T10:01:00Z' : null,
      redirect_url: payer.transaction.redirect_url,
    });
  });

  test('without return_url is a page that says the result', async () => {
    const payer = await Payer.challenged();
    const response = await payer.submit(CONFIRM);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Transfer complete');
  });

  test('an empty code is asked for again', async () => {
    const payer = await Payer.challenged({ return_url: BACK });
    const response = await payer.submit({ action: 'confirm', code: '' });
    const text = await response.text();
    expect([response.status, text]).toEqual([
      422,
      expect.stringContaining('<p id="problem" class="problem">Enter the code.</p>'),
    ]);
    expect(text).toMatch(/<input id="code"[^>]* aria-invalid="true" aria-describedby="problem hint">/);
    expect((await payer.status()).status).toBe('incomplete');
  });

  test('the code’s input accepts a text of any length, and its buttons are in the order of the Tab key', async () => {
    const { text } = await (await Payer.challenged()).see();
    expect(text).toMatch(/<input id="code"[^>]* aria-invalid="false" aria-describedby="hint">/);
    expect(text).not.toContain('maxlength');
    expect(text).not.toContain('row-reverse');
  });

  test.each([
    ['a form that did not come from this page', 'x'],
    ['no form token', ''],
  ])('%s changes nothing', async (_, token) => {
    const payer = await Payer.challenged({ return_url: BACK });
    expect((await payer.submit(CONFIRM, token)).status).toBe(422);
    expect((await payer.status()).status).toBe('incomplete');
  });

  test('sent twice has one effect and leads to the same address', async () => {
    const payer = await Payer.challenged({ return_url: BACK, notification_url: 'http://127.0.0.1:4099/n' });
    const token = await payer.formToken();
    const [first, second, cancelled] = await Promise.all([
      payer.submit(CONFIRM, token),
      payer.submit(CONFIRM, token),
      payer.submit({ action: 'cancel' }, token),
    ]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(cancelled.headers.get('location')).toBe(first.headers.get('location'));
    await payer.sandbox.advance(0);
    expect(payer.sandbox.deliveries).toHaveLength(1);
    expect((await payer.status()).status).toBe('successful');
  });

  test('the finished page says the result and leads back', async () => {
    const payer = await Payer.challenged({ return_url: BACK });
    await payer.submit({ action: 'cancel' });
    const { text } = await payer.see();
    expect(text).toContain('Transfer didn’t go through');
    expect(text).toContain(`&amp;uid=${payer.transaction.uid}&amp;status=failed#part">Back to the merchant`);
    expect(text).not.toContain('<form');
  });
});

describe('an abandoned challenge', () => {
  test.each([
    [undefined, 1799, 'incomplete'],
    [undefined, 1800, 'failed'],
    ['2026-11-21T10:05:00Z', 299, 'incomplete'],
    ['2026-11-21T10:05:00Z', 300, 'failed'],
    ['2026-11-21T12:00:00Z', 1800, 'incomplete'],
    ['2026-11-21T12:00:00Z', 7200, 'failed'],
  ])('with expired_at %s is %i seconds later: %s', async (expired_at, seconds, status) => {
    const payer = await Payer.challenged({ expired_at });
    await payer.sandbox.advance(seconds);
    expect((await payer.status()).status).toBe(status);
  });

  test('has a page that says so, and no longer accepts a code', async () => {
    const payer = await Payer.challenged();
    const token = await payer.formToken();
    await payer.sandbox.advance(1800);
    expect((await payer.see()).text).toContain('Expired: the transfer was not confirmed in time');
    expect(await (await payer.submit(CONFIRM, token)).text()).toContain('Transfer didn’t go through');
    expect((await payer.status()).status).toBe('failed');
  });
});

describe('the receipt', () => {
  test('shows a transfer without a whole card number', async () => {
    const sandbox = new Sandbox();
    const { uid, receipt_url, p2p } = await sandbox.transfer();
    const response = await sandbox.fetch(new URL(receipt_url).pathname);
    const text = await response.text();
    for (const part of [
      'Transfer complete',
      uid,
      p2p.ref_id,
      '100.00 USD',
      '1.50 USD',
      'SANDBOX*CERTIFIED MARKET',
      'Nov 21, 2026, 10:00 AM UTC',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/\d{12}/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('the receipt names the payment by the tracking id, and has the gateway’s id beside', async () => {
    const sandbox = new Sandbox();
    const { uid, receipt_url } = await sandbox.transfer({ tracking_id: 'order-77' });
    const text = await (await sandbox.fetch(new URL(receipt_url).pathname)).text();
    expect(text).toContain('<dt>Reference</dt><dd>order-77</dd>');
    expect(text).toContain(`<dt>Transaction</dt><dd>${uid}</dd>`);
  });
});
