import type { TransactionRecord, TransactionStatus } from '../store/store.js';

/** The texts about one type of transaction. */
interface KindTexts {
  readonly confirmTitle: string;
  readonly confirmLead: string;
  readonly card: string;
  /** Shown after a failure: that the card was not charged. */
  readonly untouched: string;
  readonly status: Readonly<Record<TransactionStatus, string>>;
}

/** The texts of the payer's pages in one language. */
export interface PageTexts {
  readonly language: string;
  readonly sandbox: string;
  readonly merchant: string;
  readonly amount: string;
  readonly fee: string;
  /** Amount and fee together. */
  readonly total: string;
  /** A fee of zero. */
  readonly noFee: string;
  readonly to: string;
  readonly code: string;
  readonly codeHint: string;
  readonly codeMissing: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly back: string;
  readonly close: string;
  readonly receipt: string;
  readonly reference: string;
  readonly transaction: string;
  readonly bankReference: string;
  readonly statement: string;
  readonly description: string;
  readonly date: string;
  readonly statusLabel: string;
  readonly notFound: string;
  readonly of: Readonly<Record<TransactionRecord['type'], KindTexts>>;
}

const paymentEn: KindTexts = {
  confirmTitle: 'Confirm the payment',
  confirmLead: 'Check the details, then enter the code from your bank.',
  card: 'Card',
  untouched: 'Your card was not charged.',
  status: {
    pending: 'Payment in progress',
    incomplete: 'Payment waiting for your confirmation',
    successful: 'Payment complete',
    failed: 'Payment didn’t go through',
  },
};

const en: PageTexts = {
  language: 'en',
  sandbox: 'Sandbox: no money moves.',
  merchant: 'Merchant',
  amount: 'Amount',
  fee: 'Fee',
  total: 'Total',
  noFee: 'No fee',
  to: 'To card',
  code: 'Code',
  codeHint: 'In this sandbox, 123456 is the right code and any other one fails.',
  codeMissing: 'Enter the code.',
  confirm: 'Confirm',
  cancel: 'Cancel',
  back: 'Back to the merchant',
  close: 'You can close this page.',
  receipt: 'Receipt',
  reference: 'Reference',
  transaction: 'Transaction',
  bankReference: 'Bank’s reference',
  statement: 'On your statement',
  description: 'Description',
  date: 'Date',
  statusLabel: 'Status',
  notFound: 'We couldn’t find this payment',
  of: {
    p2p: {
      confirmTitle: 'Confirm the transfer',
      confirmLead: 'Check the details, then enter the code from your bank.',
      card: 'From card',
      untouched: 'Your card was not charged.',
      status: {
        pending: 'Transfer in progress',
        incomplete: 'Transfer waiting for your confirmation',
        successful: 'Transfer complete',
        failed: 'Transfer didn’t go through',
      },
    },
    payment: paymentEn,
    authorization: {
      ...paymentEn,
      untouched: 'Nothing is reserved on your card.',
      status: { ...paymentEn.status, successful: 'The amount is reserved on your card' },
    },
  },
};

const paymentRu: KindTexts = {
  confirmTitle: 'Подтвердите платёж',
  confirmLead: 'Проверьте данные и введите код от вашего банка.',
  card: 'Карта',
  untouched: 'Деньги с карты не списаны.',
  status: {
    pending: 'Платёж обрабатывается',
    incomplete: 'Платёж ждёт вашего подтверждения',
    successful: 'Платёж выполнен',
    failed: 'Платёж не прошёл',
  },
};

const ru: PageTexts = {
  language: 'ru',
  sandbox: 'Песочница: деньги не списываются.',
  merchant: 'Магазин',
  amount: 'Сумма',
  fee: 'Комиссия',
  total: 'Итого',
  noFee: 'Без комиссии',
  to: 'На карту',
  code: 'Код',
  codeHint: 'Это песочница: подходит только код 123456.',
  codeMissing: 'Введите код.',
  confirm: 'Подтвердить',
  cancel: 'Отменить',
  back: 'Вернуться в магазин',
  close: 'Эту страницу можно закрыть.',
  receipt: 'Квитанция',
  reference: 'Номер операции',
  transaction: 'Номер транзакции',
  bankReference: 'Номер в банке',
  statement: 'В выписке',
  description: 'Назначение',
  date: 'Дата',
  statusLabel: 'Состояние',
  notFound: 'Не удалось найти этот платёж',
  of: {
    p2p: {
      confirmTitle: 'Подтвердите перевод',
      confirmLead: 'Проверьте данные и введите код от вашего банка.',
      card: 'С карты',
      untouched: 'Деньги с карты не списаны.',
      status: {
        pending: 'Перевод обрабатывается',
        incomplete: 'Перевод ждёт вашего подтверждения',
        successful: 'Перевод выполнен',
        failed: 'Перевод не прошёл',
      },
    },
    payment: paymentRu,
    authorization: {
      ...paymentRu,
      untouched: 'На вашей карте ничего не заблокировано.',
      status: { ...paymentRu.status, successful: 'Сумма заблокирована на вашей карте' },
    },
  },
};

const paymentAr: KindTexts = {
  confirmTitle: 'أكّد الدفع',
  confirmLead: 'راجع التفاصيل، ثم أدخل الرمز المرسل من بنكك.',
  card: 'البطاقة',
  untouched: 'لم يُخصم أي مبلغ من بطاقتك.',
  status: {
    pending: 'الدفع قيد التنفيذ',
    incomplete: 'الدفع بانتظار تأكيدك',
    successful: 'اكتمل الدفع',
    failed: 'لم تتم عملية الدفع',
  },
};

const ar: PageTexts = {
  language: 'ar',
  sandbox: 'بيئة تجريبية: لا تُنقل أي أموال.',
  merchant: 'المتجر',
  amount: 'المبلغ',
  fee: 'الرسوم',
  total: 'الإجمالي',
  noFee: 'دون رسوم',
  to: 'إلى البطاقة',
  code: 'الرمز',
  codeHint: 'في هذه البيئة التجريبية، الرمز الصحيح هو 123456، وأي رمز آخر يُرفض.',
  codeMissing: 'أدخل الرمز.',
  confirm: 'تأكيد',
  cancel: 'إلغاء',
  back: 'العودة إلى المتجر',
  close: 'يمكنك إغلاق هذه الصفحة.',
  receipt: 'الإيصال',
  reference: 'الرقم المرجعي',
  transaction: 'رقم المعاملة',
  bankReference: 'الرقم المرجعي لدى البنك',
  statement: 'في كشف حسابك',
  description: 'الوصف',
  date: 'التاريخ',
  statusLabel: 'الحالة',
  notFound: 'لم نعثر على هذه العملية',
  of: {
    p2p: {
      confirmTitle: 'أكّد التحويل',
      confirmLead: 'راجع التفاصيل، ثم أدخل الرمز المرسل من بنكك.',
      card: 'من البطاقة',
      untouched: 'لم يُخصم أي مبلغ من بطاقتك.',
      status: {
        pending: 'التحويل قيد التنفيذ',
        incomplete: 'التحويل بانتظار تأكيدك',
        successful: 'اكتمل التحويل',
        failed: 'لم يتم التحويل',
      },
    },
    payment: paymentAr,
    authorization: {
      ...paymentAr,
      untouched: 'لم يُحجز أي مبلغ على بطاقتك.',
      status: { ...paymentAr.status, successful: 'المبلغ محجوز على بطاقتك' },
    },
  },
};

/** The texts in a language; in English for any other than Russian and Arabic. */
export const textsIn = (language: string): PageTexts => ({ ru, ar })[language] ?? en;
