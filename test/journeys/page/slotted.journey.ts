// fields="slot": the payer types before the script is there, under the strictest policy that a page can have.
import { beforeAll, expect, inject, test } from 'vitest';
import { inputsStyleSource, transferMarkup as inputs } from '../../../src/markup/markup.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, script, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { CODE, RECIPIENT } from '../rig/payer.js';

const journeys = useJourneys();
const files = new Map<string, string>();
beforeAll(async () => {
  for (const path of ['/p2p-transfer.js', '/locales/ar.js']) {
    const answer = await fetch(inject('gateway').checkout_url + path);
    expect(answer.status).toBe(200);
    files.set(path, await answer.text());
  }
});

/** How late the script is, in milliseconds. */
const DELAY = 3000;

const strictest = () => ({
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src ${inputsStyleSource()}; connect-src ${inject('gateway').checkout_url}; img-src data:; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types checkout-elements`,
});

const element = (amount: string, language = 'en'): string =>
  transferMarkup({ fields: 'slot', amount, language }).replace('></', `>${inputs({ language })}</`);

const shop = useOwnPage(({ pathname, searchParams }) => {
  const amount = searchParams.get('amount') ?? '100';
  switch (pathname) {
    case '/late':
      return html(
        `<script src="/watch.js"></script>${element(amount)}<script type="module" src="/p2p-transfer.js"></script>`,
        strictest(),
      );
    case '/styled': {
      const given = { language: searchParams.get('language') ?? 'en', ...(searchParams.has('amount') && { amount }) };
      const labels = searchParams.get('labels') ?? 'inside';
      const asked = searchParams.has('test') ? { test: '' } : {};
      const written = transferMarkup({ fields: 'slot', 'label-position': labels, ...given, ...asked }).replace(
        '></',
        `>${inputs(given)}</`,
      );
      return html(`${written}<p id="after">After</p>`);
    }
    case '/without':
      return html(element(amount), strictest());
    case '/watch.js':
      return script(
        `globalThis.refused = []; addEventListener('securitypolicyviolation', ({ violatedDirective }) => refused.push(violatedDirective));`,
      );
    default:
      return files.has(pathname) ? script(files.get(pathname)!, pathname === '/p2p-transfer.js' ? DELAY : 0) : undefined;
  }
});

test(
  'what was typed before the script came is paid with, through 3-D Secure, and no policy is violated',
  { tags: ['sample', 'engines'] },
  async () => {
    const { page, payer } = await journeys.start('/without', { shopUrl: shop.url });
    // The page counts as loaded only with its script.
    await page.goto(`${shop.url}/late?amount=${freshAmount()}`, { waitUntil: 'commit' });
    await payer.typeCards({ number: '4012000000001097' });
    expect(await page.evaluate(() => customElements.get('p2p-transfer') === undefined)).toBe(true);
    await payer.transferButton.waitFor();
    expect(await payer.from('Card number').inputValue()).toBe('4012 0000 0000 1097');
    expect(await payer.to('Card number').inputValue()).toBe('4111 1111 1111 1111');
    await payer.readFee();
    await payer.transferButton.click();
    await payer.arriveAtBank();
    await payer.confirmAtBank('123456');
    await payer.heading('Transfer complete').waitFor();
    expect(await page.evaluate('refused')).toEqual([]);
    expect(
      await page.locator('p2p-transfer input').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value).join('')),
    ).toBe('');
  },
);

test(
  'the payer goes on typing while the script comes: no digit is lost, and focus and caret stay',
  { tags: ['engines'] },
  async () => {
    const { page, payer } = await journeys.start('/without', { shopUrl: shop.url });
    await page.goto(`${shop.url}/late?amount=${freshAmount()}`, { waitUntil: 'commit' });
    const number = payer.from('Card number');
    await number.pressSequentially('42');
    expect(await page.evaluate(() => customElements.get('p2p-transfer') === undefined)).toBe(true);
    // A digit each half second, until after the script.
    await number.pressSequentially('00000000', { delay: 500 });
    await payer.transferButton.waitFor();
    await page.keyboard.type('000000');
    expect(await number.inputValue()).toBe('4200 0000 0000 0000');
    expect(await number.evaluate((input: HTMLInputElement) => [document.activeElement === input, input.selectionEnd])).toEqual([
      true,
      19,
    ]);
  },
);

test('without the script, Enter and a click send nothing: the address stays, and no request leaves', async () => {
  const { page, payer } = await journeys.start('/without', { shopUrl: shop.url });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const before = page.url();
  await payer.typeCards({ number: '4200000000000000' });
  for (const input of [payer.from('Card number'), payer.from('Security code'), payer.to('Card number')])
    await input.press('Enter');
  await page.locator('form[slot=source]').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await page.getByText('From card').click();
  expect([page.url(), requests]).toEqual([before, []]);
  expect(await payer.to('Card number').inputValue()).toBe(RECIPIENT);
  expect(await payer.from('Security code').inputValue()).toBe(CODE);
});

test('a reload, and the way back to the page, show no card data', async () => {
  const { page, payer } = await journeys.start(`/late?amount=${freshAmount()}`, { shopUrl: shop.url });
  await payer.transferButton.waitFor();
  await payer.typeCards({ number: '4200000000000000' });
  const values = (): Promise<string> =>
    page.locator('p2p-transfer input').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value).join(''));
  expect(await values()).not.toBe('');
  await page.reload();
  await payer.transferButton.waitFor();
  expect(await values()).toBe('');
  await payer.typeCards({ number: '4200000000000000' });
  await page.goto(`${shop.url}/without`);
  await page.goBack();
  await payer.transferButton.waitFor();
  expect(await values()).toBe('');
});

/** Where everything is that is there before the script: x, y, width and height, in whole pixels. A legend is as wide as its text. */
const BOXES = `Object.fromEntries(
  [...document.querySelectorAll('p2p-transfer, fieldset, .fields, .field, label, .control, p2p-transfer input, #after')].map(
    (each, index) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [index + ' ' + each.localName + '.' + each.className, [x, y, width, height]];
    },
  ),
)`;

/** The boxes that moved or changed by half a pixel: what is less, an engine's rounding, does not show. */
const moved = (before: Record<string, number[]>, after: Record<string, number[]>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) =>
      [0, 1, 2, 3].some((index) => !(Math.abs((before[name]?.[index] ?? NaN) - (after[name]?.[index] ?? NaN)) < 0.5)),
    )
    .map((name) => ({ name, before: before[name], after: after[name] }));

test('an element with the attribute hidden is hidden before the script', async () => {
  const { page } = await journeys.start('/styled', { shopUrl: shop.url });
  const transfer = page.locator('p2p-transfer');
  await transfer.waitFor();
  await transfer.evaluate((each) => each.setAttribute('hidden', ''));
  expect(await transfer.isVisible()).toBe(false);
});

test.each(['amount=10000', '', 'amount=10000&language=ar', 'labels=above', 'amount=10000&test', 'test'])(
  'nothing moves when the script arrives (%s)',
  { tags: ['engines'] },
  async (query) => {
    const { page, payer } = await journeys.start(`/styled?${query}`, { shopUrl: shop.url });
    for (const width of [1024, 340, 260]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${shop.url}/styled?${query}`);
      const before = await page.evaluate<Record<string, number[]>>(BOXES);
      await page.addScriptTag({ type: 'module', url: '/p2p-transfer.js' });
      await payer.within.locator('.submit').waitFor();
      await payer.within.locator('.steps').waitFor({ state: 'attached' });
      expect(Object.keys(before)).toContain('0 p2p-transfer.');
      expect(moved(before, await page.evaluate(BOXES))).toEqual([]);
    }
  },
);
