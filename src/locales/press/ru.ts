import type { PressMessages } from './en.js';

/** The sentences of the button that pays, in Russian. */
export const ruPress: PressMessages = {
  send: 'Перевести {amount}',
  send_to: 'на •••• {last4}',
  show_fee: 'Показать комиссию',
  send_confirm: 'Подтвердить: перевести {amount}',
  send_same_card: 'Подтвердить: перевести {amount} на ту же карту',
  check_again: 'Проверить ещё раз',
  pay: 'Оплатить {amount}',
  subscribe_and_pay: 'Подписаться и оплатить {amount}',
  subscribe_free: 'Подписаться, сегодня {amount}',
  not_in_view: 'Ничего не отправлено: кнопка была закрыта, обрезана или только что изменилась. Прочитайте её и нажмите ещё раз.',
};
