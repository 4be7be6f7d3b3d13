/** The texts about cancelling in one language. */
export interface CancelTexts {
  readonly language: string;
  readonly subscription: string;
  readonly merchant: string;
  readonly nextCharge: string;
  /** When the last paid period ends. */
  readonly paidUntil: string;
  /** The link to the page, in emails. */
  readonly link: string;
  /** The title of the page while the subscription runs. */
  readonly running: string;
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
  paidUntil: 'Paid until',
  link: 'Cancel your subscription',
  running: 'Your subscription',
  lead: 'If you cancel, you won’t be charged again. What you’ve paid for stays yours until the date below; it isn’t refunded.',
  confirm: 'Cancel your subscription',
  cancelled: 'Your subscription is canceled',
  cancelledLead: 'You won’t be charged again.',
  over: 'Your subscription has ended',
  overLead: 'You won’t be charged again. There’s nothing to cancel.',
  beginning: 'Your subscription hasn’t started yet',
  beginningLead: 'The first payment isn’t finished. Come back when you know the result.',
  unknown: 'We couldn’t find this subscription',
  unknownLead: 'Check that you’ve copied the whole link from the email about your payment.',
};

const ru: CancelTexts = {
  language: 'ru',
  subscription: 'Подписка',
  merchant: 'Магазин',
  nextCharge: 'Следующее списание',
  paidUntil: 'Оплачено до',
  link: 'Отменить подписку',
  running: 'Ваша подписка',
  lead: 'Если отменить её, больше ничего не спишется. Оплаченный период останется вашим до даты ниже, деньги за него не возвращаются.',
  confirm: 'Отменить подписку',
  cancelled: 'Подписка отменена',
  cancelledLead: 'Больше за неё ничего не спишется.',
  over: 'Подписка закончилась',
  overLead: 'Больше за неё ничего не спишется, отменять нечего.',
  beginning: 'Подписка ещё не началась',
  beginningLead: 'Первый платёж ещё обрабатывается. Вернитесь, когда узнаете, чем он закончился.',
  unknown: 'Не удалось найти эту подписку',
  unknownLead: 'Проверьте, что вы скопировали ссылку из письма о платеже целиком.',
};

const ar: CancelTexts = {
  language: 'ar',
  subscription: 'الاشتراك',
  merchant: 'المتجر',
  nextCharge: 'الدفعة التالية',
  paidUntil: 'مدفوع حتى',
  link: 'إلغاء اشتراكك',
  running: 'اشتراكك',
  lead: 'إذا ألغيته فلن يُسحب منك أي مبلغ بعد ذلك. ما دفعت ثمنه يبقى لك حتى التاريخ أدناه، ولا يُردّ ثمنه.',
  confirm: 'إلغاء الاشتراك',
  cancelled: 'أُلغي اشتراكك',
  cancelledLead: 'لن يُسحب منك أي مبلغ بعد الآن.',
  over: 'انتهى اشتراكك',
  overLead: 'لن يُسحب منك أي مبلغ بعد الآن، وليس هناك ما يُلغى.',
  beginning: 'لم يبدأ اشتراكك بعد',
  beginningLead: 'لم تكتمل الدفعة الأولى. عُد عندما تعرف نتيجتها.',
  unknown: 'لم نعثر على هذا الاشتراك',
  unknownLead: 'تأكّد من نسخ الرابط كاملًا من الرسالة المتعلقة بدفعتك.',
};

/** The texts in a language; in English for any other than Russian and Arabic. */
export const cancelTextsIn = (language: string): CancelTexts => ({ ru, ar })[language] ?? en;
