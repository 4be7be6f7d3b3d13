import { inject, test } from 'vitest';
import { transferMarkup as inputs } from '../../../src/markup/markup.js';
import type { FieldsPlace } from '../rig/fields-place.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { Payer } from '../rig/payer.js';
import { PagePayer } from './page-payer.js';
import { STORIES } from './stories.js';
import type { StoryPayer } from './story.js';

/** Makes a payer; with an order, the page names it. */
type Open = (order?: string) => Promise<StoryPayer>;

/** Tells every story to a payer of the calling file's world. */
export function tellStories(open: Open, stories = STORIES): void {
  test.each(stories)('$title', async ({ tell, isOrder }) => tell(await open(isOrder && `order-${crypto.randomUUID()}`)));
}

/** Tells the stories that need no order of the page's. */
export const tellStoriesWithoutOrder = (open: Open): void =>
  tellStories(
    open,
    STORIES.filter(({ isOrder }) => !isOrder),
  );

/** Makes payers at a page with an amount in its address. */
function useTransferPage(place: FieldsPlace, path: string, shopUrl: () => string): Open {
  const journeys = useJourneys();
  return async (order) => {
    const amount = freshAmount();
    const named = order === undefined ? '' : `&order=${order}`;
    const { page, canary } = await journeys.start(`${path}?amount=${amount}${named}`, { shopUrl: shopUrl() });
    return new PagePayer(page, amount, (at) => new Payer(at, canary, undefined, place));
  };
}

/** Makes payers at a page of a merchant's own, for the calling file. */
export function useOwnTransfer(world: 'page' | 'slots' | 'frame'): Open {
  const own = useOwnPage(({ searchParams }) => {
    const more = {
      page: {},
      slots: { fields: 'slot' },
      frame: { 'fields-url': `${inject('gateway').checkout_url}/fields/` },
    }[world];
    const order = searchParams.get('order');
    const markup = transferMarkup({
      ...more,
      ...(order !== null && { 'tracking-id': order }),
      amount: searchParams.get('amount') ?? '',
      test: '',
    });
    return html((world === 'slots' ? markup.replace('></', `>${inputs()}</`) : markup) + scriptMarkup());
  });
  return useTransferPage(world === 'frame' ? 'gateway' : 'page', '/pay', () => own.url);
}

/** Makes payers at the demo shop, for the calling file. */
export const useShopTransfer = (): Open => useTransferPage('page', '/fixed', () => inject('shopUrl'));
