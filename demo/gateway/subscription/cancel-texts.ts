/** What a subscriber reads about cancelling, in one language. */
export interface CancelTexts {
  readonly language: string;
  readonly subscription: string;
  readonly merchant: string;
  readonly nextCharge: string;
  /** Leads to the page, in e-mails. */
  readonly link: string;
  readonly question: string;
  readonly lead: string;
  readonly confirm: string;
  readonly cancelled: string;
  readonly cancelledLead: string;
  /** It ended in another way. */
  readonly over: string;
  readonly overLead: string;
  /** Its first payment is not through yet. */
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
  lead: 'It ends at once and nothing more is charged. What was paid stays paid.',
  confirm: 'Cancel the subscription',
  cancelled: 'The subscription was cancelled',
  cancelledLead: 'Nothing more is charged for it.',
  over: 'The subscription has ended',
  overLead: 'Nothing more is charged for it, and there is nothing to cancel.',
  beginning: 'The subscription has not begun yet',
  beginningLead: 'Its first payment is still under way. Come back once you know how that ended.',
  unknown: 'There is no subscription here',
  unknownLead: 'Take the whole link from the e-mail about your payment.',
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

/** The texts of a language; English where there are none. */
export const cancelTextsIn = (language: string): CancelTexts => (language === 'ru' ? ru : en);
