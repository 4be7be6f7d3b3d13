/** The texts about cancelling in one language. */
export interface CancelTexts {
  readonly language: string;
  readonly subscription: string;
  readonly merchant: string;
  readonly nextCharge: string;
  /** The link to the page, in e-mails. */
  readonly link: string;
  readonly question: string;
  readonly lead: string;
  readonly confirm: string;
  readonly cancelled: string;
  readonly cancelledLead: string;
  /** It has ended otherwise. */
  readonly over: string;
  readonly overLead: string;
  /** Its first payment is not finished. */
  readonly beginning: string;
  readonly beginningLead: string;
  readonly unknown: string;
  readonly unknownLead: string;
}

const en: CancelTexts = {
  language: 'en',
  subscription: 'Subscription',
  merchant: 'Merchant',
  nextCharge: 'Next charge',
  link: 'Cancel the subscription',
  question: 'Cancel the subscription?',
  lead: "It ends at once, and you won't be charged again. Past payments are not refunded.",
  confirm: 'Cancel the subscription',
  cancelled: 'The subscription was cancelled',
  cancelledLead: "You won't be charged again.",
  over: 'The subscription has ended',
  overLead: "You won't be charged again, and there is nothing to cancel.",
  beginning: "The subscription hasn't started yet",
  beginningLead: "Its first payment isn't finished. Come back once you know the result.",
  unknown: 'We found no subscription here',
  unknownLead: 'Copy the whole link from the e-mail about your payment.',
};

const ru: CancelTexts = {
  language: 'ru',
  subscription: 'Подписка',
  merchant: 'Магазин',
  nextCharge: 'Следующее списание',
  link: 'Отменить подписку',
  question: 'Отменить подписку?',
  lead: 'Она закончится сразу, и больше ничего не спишется. Оплаченное не возвращается.',
  confirm: 'Отменить подписку',
  cancelled: 'Подписка отменена',
  cancelledLead: 'Больше за неё ничего не спишется.',
  over: 'Подписка закончилась',
  overLead: 'Больше за неё ничего не спишется, отменять нечего.',
  beginning: 'Подписка ещё не началась',
  beginningLead: 'Первый платёж ещё обрабатывается. Вернитесь, когда узнаете, чем он закончился.',
  unknown: 'Здесь нет подписки',
  unknownLead: 'Возьмите ссылку из письма о платеже целиком.',
};

/** The texts in a language; in English for any other than Russian. */
export const cancelTextsIn = (language: string): CancelTexts => (language === 'ru' ? ru : en);
