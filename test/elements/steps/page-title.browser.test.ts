import { afterEach, beforeEach, expect, test } from 'vitest';
import '../../../src/define.js';
import { gateway } from '../gateway.js';
import { mount, OTHER_AMOUNT, type Payer } from '../payer.js';
import { turnAway } from '../unseen-outcome.js';

const DECLINED = '4005550000000019';
/** What a page may have: two icons, and links that are none. */
const OWN = `<link rel="icon" href="/own.png" sizes="32x32"><link rel="shortcut icon" href="data:,"><link rel="preconnect" href="/x">`;

/** The test page's own icon is away while a test runs. */
const [foreign] = document.querySelectorAll('link[rel~=icon]');
let page: HTMLElement;
beforeEach(() => {
  foreign?.remove();
  page = document.createElement('div');
  document.head.append(page);
});
afterEach(() => {
  turnAway(false);
  for (const element of document.querySelectorAll('p2p-transfer')) element.remove();
  page.remove();
  if (foreign) document.head.append(foreign);
});

const icons = (): (string | null)[] => [...document.querySelectorAll('link[rel~=icon]')].map((link) => link.getAttribute('href'));

/** An element whose outcome comes while the payer looks at another page. */
async function endsAway(attributes: Record<string, string | null> = {}, number?: string): Promise<Payer> {
  const payer = await mount({ 'page-title': '', ...attributes });
  payer.element.fetch = async (url, init) => {
    const answer = await gateway.fetch(url, init);
    const isLast = payer.element.step === 'transferring' && (await answer.clone().text()).includes('"done"');
    if (isLast) turnAway(true);
    return answer;
  };
  await payer.pays(number === undefined ? {} : { number });
  await expect.poll(() => payer.element.step, { timeout: 10_000 }).toBe('outcome');
  await payer.element.updateComplete;
  return payer;
}

test('an outcome that comes while the page is hidden changes its title and its icons, which come back when the payer looks', async () => {
  page.innerHTML = OWN;
  const title = document.title;
  const before = icons();
  const payer = await endsAway();
  expect(document.title).toBe(`Transfer complete – ${title}`);
  expect(icons()).toHaveLength(2);
  for (const address of icons()) {
    const drawing = new DOMParser().parseFromString(decodeURIComponent(address!.replace(/^[^,]*,/, '')), 'image/svg+xml');
    expect(address).toMatch(/^data:image\/svg\+xml,/);
    expect(drawing.querySelector('path')?.getAttribute('d')).toBe(
      payer.element.shadowRoot!.querySelector('.mark path')?.getAttribute('d'),
    );
    const image = Object.assign(new Image(), { src: address });
    await image.decode();
  }
  turnAway(false);
  expect(icons()).toEqual(before);
  expect(page.innerHTML).toBe(OWN);
  expect(document.title).toBe(`Transfer complete – ${title}`);
});

test('a page without an icon gets one, and has none again when the element leaves', async () => {
  const before = icons();
  const payer = await endsAway();
  expect(icons()).toHaveLength(before.length + 1);
  payer.element.remove();
  expect(icons()).toEqual(before);
});

test('of two elements the later outcome is shown, and then the page has its own title and icon', async () => {
  page.innerHTML = OWN;
  const title = document.title;
  const first = await endsAway();
  const [success] = icons();
  turnAway(false);
  const second = await endsAway({ amount: String(OTHER_AMOUNT) }, DECLINED);
  expect(document.title).toBe(`Transfer didn’t go through – ${title}`);
  expect(icons()[0]).toMatch(/^data:image\/svg/);
  expect(icons()[0]).not.toBe(success);
  first.element.remove();
  expect(document.title).toBe(`Transfer didn’t go through – ${title}`);
  expect(icons()[0]).toMatch(/^data:image\/svg/);
  second.element.remove();
  expect(document.title).toBe(title);
  expect(page.innerHTML).toBe(OWN);
});

test('an icon that the page sets meanwhile stays', async () => {
  page.innerHTML = OWN;
  await endsAway();
  page.querySelector('link')!.href = '/unread.png';
  turnAway(false);
  expect(icons()).toEqual(['/unread.png', 'data:,']);
});

test('without page-title, and in a page that the payer sees, the icon stays', async () => {
  page.innerHTML = OWN;
  const title = document.title;
  const unasked = await endsAway({ 'page-title': null });
  expect([page.innerHTML, document.title]).toEqual([OWN, title]);
  unasked.element.remove();
  turnAway(false);
  const seen = await mount({ 'page-title': '', amount: String(OTHER_AMOUNT) });
  await seen.pays();
  await seen.learns('successful');
  turnAway(true);
  expect(page.innerHTML).toBe(OWN);
});
