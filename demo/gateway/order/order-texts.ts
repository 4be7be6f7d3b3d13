/** The texts of an order page in one language. */
export interface OrderTexts {
  readonly language: string;
  readonly payment: string;
  readonly subscription: string;
  readonly price: string;
  readonly left: string;
  readonly until: string;
  readonly test: string;
  /** About an authorization, which charges nothing. */
  readonly reserved: string;
  /** The charge after the first payment of a subscription that starts now. */
  readonly nextCharge: (amount: string, date: string) => string;
  readonly howToCancel: string;
  /** The link to the payer's subscription. */
  readonly manage: string;
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
  until: 'Available until',
  test: 'Test: nothing will be delivered.',
  reserved: 'Nothing is charged yet. Your bank only sets the amount aside until the shop charges or releases it.',
  nextCharge: (amount, date) => `Next charge if you subscribe now: ${amount} on ${date}.`,
  howToCancel: 'You can cancel at any time. You’ll find the link here after the payment, and in our email about it.',
  manage: 'View or cancel your subscription',
  sandbox: 'Sandbox: no money moves.',
  loading: 'Loading the card form…',
  withoutScript:
    'To pay here, turn on JavaScript and reload this page. It encrypts your card details before they leave your browser.',
  notLoaded: 'We couldn’t load the card form. Nothing was charged. Reload this page to try again.',
  soldOut: 'Sold out',
  soldOutLead: 'There are none left.',
  expired: 'No longer available',
  expiredLead: 'The time to pay for this has run out.',
  unknown: 'There’s nothing to pay for here',
  unknownLead: 'Check the link, or ask the shop for a new one.',
  toShop: (name) => `Back to ${name}`,
};

const ru: OrderTexts = {
  language: 'ru',
  payment: 'Оплата',
  subscription: 'Подписка',
  price: 'Цена',
  left: 'В наличии',
  until: 'Доступно до',
  test: 'Тест: товар не будет отправлен.',
  reserved: 'Деньги пока не списываются. Банк только заблокирует сумму, пока магазин не спишет или не разблокирует её.',
  nextCharge: (amount, date) => `Если подписаться сейчас, следующее списание: ${amount}, ${date}.`,
  howToCancel: 'Отменить можно в любой момент. Ссылка появится здесь после оплаты и будет в письме о платеже.',
  manage: 'Посмотреть или отменить подписку',
  sandbox: 'Песочница: деньги не списываются.',
  loading: 'Загружаем форму карты…',
  withoutScript:
    'Чтобы оплатить здесь, включите JavaScript и обновите страницу. Он шифрует данные карты до того, как они покинут браузер.',
  notLoaded: 'Не удалось загрузить форму карты. Ничего не списано. Обновите страницу и попробуйте ещё раз.',
  soldOut: 'Распродано',
  soldOutLead: 'Больше ничего не осталось.',
  expired: 'Больше не продаётся',
  expiredLead: 'Время оплаты истекло.',
  unknown: 'Здесь нечего оплачивать',
  unknownLead: 'Проверьте ссылку или попросите у магазина новую.',
  toShop: (name) => `Вернуться в «${name}»`,
};

const ar: OrderTexts = {
  language: 'ar',
  payment: 'الدفع',
  subscription: 'الاشتراك',
  price: 'السعر',
  left: 'المتوفر',
  until: 'متاح حتى',
  test: 'اختبار: لن يُسلَّم أي شيء.',
  reserved: 'لن يُسحب أي مبلغ الآن. سيحجز البنك المبلغ فقط إلى أن يسحبه المتجر أو يلغي حجزه.',
  nextCharge: (amount, date) => `إذا اشتركت الآن فالدفعة التالية: ${amount} بتاريخ ${date}.`,
  howToCancel: 'يمكنك الإلغاء في أي وقت. ستجد الرابط هنا بعد الدفع وفي رسالتنا الإلكترونية عن الدفعة.',
  manage: 'عرض الاشتراك أو إلغاؤه',
  sandbox: 'بيئة تجريبية: لا تُنقل أي أموال.',
  loading: 'جارٍ تحميل نموذج البطاقة…',
  withoutScript: 'للدفع هنا، فعّل JavaScript ثم أعد تحميل الصفحة. فهو يشفّر بيانات بطاقتك قبل أن تغادر متصفحك.',
  notLoaded: 'تعذّر تحميل نموذج البطاقة. لم يُسحب أي مبلغ. أعد تحميل الصفحة للمحاولة مرة أخرى.',
  soldOut: 'نفدت الكمية',
  soldOutLead: 'لم يبق منه شيء.',
  expired: 'لم يعد متاحًا',
  expiredLead: 'انتهت مدة الدفع.',
  unknown: 'لا يوجد هنا ما يُدفع مقابله',
  unknownLead: 'تحقّق من الرابط، أو اطلب من المتجر رابطًا جديدًا.',
  toShop: (name) => `العودة إلى ${name}`,
};

/** The texts in a language; in English for any other than Russian and Arabic. */
export const orderTextsIn = (language: string): OrderTexts => ({ ru, ar })[language] ?? en;
