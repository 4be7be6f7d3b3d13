import { expect, inject, test } from 'vitest';
import { CONSOLE_PAGES } from '../../gateway/console/console-pages.js';
import { useBuyers } from '../rig/buyer.js';
import { offerPlan, sell } from '../rig/merchant.js';

// After each journey the console must be free of errors and the page's policy of violations (`useBuyers`).
const buyers = useBuyers();

/** Waits until a page's icon can be drawn; which icon a browser shows cannot be queried. */
async function drawsIcon(page: Awaited<ReturnType<typeof buyers.arrive>>['page']): Promise<void> {
  const width = await page.evaluate(async () => {
    const icon = new Image();
    icon.src = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '';
    await icon.decode();
    return icon.naturalWidth;
  });
  expect(width).toBeGreaterThan(0);
}

// The first: the console lists test cards, and after the others the canary would look for those.
test('every page of the console has an icon and no errors', async () => {
  const { page } = await buyers.arrive(inject('gateway').console_url);
  for (const path of CONSOLE_PAGES) {
    await page.goto(inject('gateway').console_url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await drawsIcon(page);
  }
});

test.each(['product', 'plan'])('the page of a %s has an icon and no errors', { tags: ['main'] }, async (kind) => {
  const { page, payButton: button } = await buyers.arrive((await (kind === 'plan' ? offerPlan() : sell())).pay_url);
  await button.waitFor();
  await drawsIcon(page);
});

test('the bank’s page and the receipt have an icon and no errors', { tags: ['main'] }, async () => {
  const buyer = await buyers.arrive((await sell()).pay_url);
  await buyer.pay('4012000000001097');
  await buyer.arriveAtBank();
  await drawsIcon(buyer.page);
  await buyer.confirmAtBank('123456');
  await buyer.heading('Payment complete').waitFor();
  const opened = buyer.context.waitForEvent('page');
  await buyer.within.getByRole('link', { name: 'Receipt' }).click();
  const receipt = await opened;
  await receipt.getByText(/1097/).waitFor();
  await drawsIcon(receipt);
});
