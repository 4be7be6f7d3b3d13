/** The English sentences of every element. */
export const enEvery = {
  test_badge: 'Test mode: no money moves',
  not_set_up: 'This payment form isn’t set up correctly. Please contact the shop.',
} as const;
