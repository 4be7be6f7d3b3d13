import { inject, test } from 'vitest';
import { transferMarkup as inputs } from '../../../src/markup/markup.js';
import type { FieldsPlace } from '../rig/fields-place.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { Payer } from '../rig/payer.js';
import { PagePayer } from './page-payer.js';
import { STORIES } from './stories.js';
import type { StoryPayer } from './story.js';

/** Tells every story to a payer of the calling file's world. */
export function tellStories(open: () => Promise<StoryPayer>): void {
  test.each(STORIES)('$title', async ({ tell }) => tell(await open()));
}

/** Makes payers at a page with an amount in its address. */
function useTransferPage(place: FieldsPlace, path: string, shopUrl: () => string): () => Promise<StoryPayer> {
  const journeys = useJourneys();
  return async () => {
    const amount = freshAmount();
    const { page, canary } = await journeys.start(`${path}?amount=${amount}`, { shopUrl: shopUrl() });
    return new PagePayer(page, new Payer(page, canary, undefined, place), amount);
  };
}

/** Makes payers at a page of a merchant's own, for the calling file. */
export function useOwnTransfer(world: 'page' | 'slots' | 'frame'): () => Promise<StoryPayer> {
  const own = useOwnPage(({ searchParams }) => {
    const more = {
      page: {},
      slots: { fields: 'slot' },
      frame: { 'fields-url': `${inject('gateway').checkout_url}/fields/` },
    }[world];
    const markup = transferMarkup({ ...more, amount: searchParams.get('amount') ?? '', test: '' });
    return html((world === 'slots' ? markup.replace('></', `>${inputs()}</`) : markup) + scriptMarkup());
  });
  return useTransferPage(world === 'frame' ? 'gateway' : 'page', '/pay', () => own.url);
}

/** Makes payers at the demo shop, for the calling file. */
export const useShopTransfer = (): (() => Promise<StoryPayer>) => useTransferPage('page', '/fixed', () => inject('shopUrl'));
