/**
 * The sentences of the button that pays. They are apart from the other sentences because the isolated form has them in every
 * language: a payer has to be able to trust what its button says.
 */
export const enPress = {
  send: 'Send {amount}',
  send_to: 'to •••• {last4}',
  show_fee: 'Show the fee',
  send_confirm: 'Confirm: send {amount}',
  send_same_card: 'Confirm: send {amount} to the same card',
  check_again: 'Check again',
  pay: 'Pay {amount}',
  subscribe_and_pay: 'Subscribe and pay {amount}',
  subscribe_free: 'Subscribe, {amount} today',
  not_in_view: 'Nothing was sent: this button was covered or cut off. Read it, then press it again.',
  too_early: 'Nothing was sent. Wait a moment, then press again.',
  wrong_date: 'Nothing was sent: this device’s date is wrong. Correct it, then press again.',
} as const;

/** What the form says where it saves the cards: they are saved only if the payer can read that, in every language. */
export const enSaving = {
  saves_card: 'Your card and the recipient’s card will be saved for next time.',
  save_card: 'Save my card and the recipient’s card for next time',
} as const;
