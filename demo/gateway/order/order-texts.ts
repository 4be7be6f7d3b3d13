/** The texts of an order page in one language. */
export interface OrderTexts {
  readonly language: string;
  readonly payment: string;
  readonly subscription: string;
  readonly price: string;
  readonly left: string;
  readonly until: string;
  readonly test: string;
  readonly hold: string;
  readonly sandbox: string;
  /** While the script with the card form loads. */
  readonly loading: string;
  readonly withoutScript: string;
  /** When that script could not be loaded. */
  readonly notLoaded: string;
  readonly soldOut: string;
  readonly soldOutLead: string;
  readonly expired: string;
  readonly expiredLead: string;
  readonly unknown: string;
  readonly unknownLead: string;
  readonly toShop: (name: string) => string;
}

const en: OrderTexts = {
  language: 'en',
  payment: 'Payment',
  subscription: 'Subscription',
  price: 'Price',
  left: 'Available',
  until: 'On sale until',
  test: 'Test: nothing will be delivered.',
  hold: 'The amount is only held on your card for now.',
  sandbox: 'Sandbox: no money moves.',
  loading: 'The card form is loading.',
  withoutScript:
    'Your card data is encrypted in your browser before it leaves, and a script does that. Without JavaScript no card can be taken here: switch it on and load this page again.',
  notLoaded: 'The card form could not be loaded. Nothing was charged. Load this page again.',
  soldOut: 'Sold out',
  soldOutLead: 'The last one has found its buyer.',
  expired: 'No longer on sale',
  expiredLead: 'The time to pay for this is over.',
  unknown: 'There is nothing to pay for here',
  unknownLead: 'Check the link you were given.',
  toShop: (name) => `Back to ${name}`,
};

const ru: OrderTexts = {
  language: 'ru',
  payment: 'Оплата',
  subscription: 'Подписка',
  price: 'Цена',
  left: 'В наличии',
  until: 'Продаётся до',
  test: 'Тест: товар не будет отправлен.',
  hold: 'Сумма пока только блокируется на вашей карте.',
  sandbox: 'Песочница: деньги не списываются.',
  loading: 'Форма карты загружается.',
  withoutScript:
    'Данные карты шифруются в браузере до отправки, и делает это скрипт. Без JavaScript оплатить картой здесь нельзя: включите его и обновите страницу.',
  notLoaded: 'Не удалось загрузить форму карты. Ничего не списано. Обновите страницу.',
  soldOut: 'Распродано',
  soldOutLead: 'Последняя штука нашла покупателя.',
  expired: 'Больше не продаётся',
  expiredLead: 'Время оплаты истекло.',
  unknown: 'Здесь нечего оплачивать',
  unknownLead: 'Проверьте ссылку, которую вам дали.',
  toShop: (name) => `Вернуться в «${name}»`,
};

/** The texts in a language; in English for any other than Russian. */
export const orderTextsIn = (language: string): OrderTexts => (language === 'ru' ? ru : en);
