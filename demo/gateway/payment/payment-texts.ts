import type { TransactionRecord, TransactionStatus } from '../store/store.js';

/** The texts about one type of transaction. */
interface KindTexts {
  readonly confirmTitle: string;
  readonly confirmLead: string;
  readonly card: string;
  readonly status: Readonly<Record<TransactionStatus, string>>;
}

/** The texts of the payer's pages in one language. */
export interface PageTexts {
  readonly language: string;
  readonly sandbox: string;
  readonly merchant: string;
  readonly amount: string;
  readonly fee: string;
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
  confirmLead: 'Your bank asks you to confirm this payment.',
  card: 'Card',
  status: {
    pending: 'The payment is being processed',
    incomplete: 'The payment waits for confirmation',
    successful: 'The payment was successful',
    failed: 'The payment failed',
  },
};

const en: PageTexts = {
  language: 'en',
  sandbox: 'Sandbox: no money moves.',
  merchant: 'Merchant',
  amount: 'Amount',
  fee: 'Bank fee',
  to: 'To card',
  code: 'Code',
  codeHint: 'This is a sandbox: 123456 passes, any other code fails.',
  codeMissing: 'Enter the code.',
  confirm: 'Confirm',
  cancel: 'Cancel',
  back: 'Back to the merchant',
  close: 'You can close this page.',
  receipt: 'Receipt',
  reference: 'Reference',
  bankReference: "Bank's reference",
  statement: 'On your statement',
  description: 'Description',
  date: 'Date',
  statusLabel: 'Status',
  notFound: 'There is no such payment.',
  of: {
    p2p: {
      confirmTitle: 'Confirm the transfer',
      confirmLead: 'Your bank asks you to confirm this transfer.',
      card: 'From card',
      status: {
        pending: 'The transfer is being processed',
        incomplete: 'The transfer waits for confirmation',
        successful: 'The transfer was successful',
        failed: 'The transfer failed',
      },
    },
    payment: paymentEn,
    authorization: { ...paymentEn, status: { ...paymentEn.status, successful: 'The amount is held on your card' } },
  },
};

const paymentRu: KindTexts = {
  confirmTitle: 'Подтвердите платёж',
  confirmLead: 'Ваш банк просит подтвердить этот платёж.',
  card: 'Карта',
  status: {
    pending: 'Платёж обрабатывается',
    incomplete: 'Платёж ожидает подтверждения',
    successful: 'Платёж выполнен',
    failed: 'Платёж не выполнен',
  },
};

const ru: PageTexts = {
  language: 'ru',
  sandbox: 'Песочница: деньги не списываются.',
  merchant: 'Магазин',
  amount: 'Сумма',
  fee: 'Комиссия банка',
  to: 'На карту',
  code: 'Код',
  codeHint: 'Это песочница: код 123456 подходит, любой другой нет.',
  codeMissing: 'Введите код.',
  confirm: 'Подтвердить',
  cancel: 'Отменить',
  back: 'Вернуться в магазин',
  close: 'Эту страницу можно закрыть.',
  receipt: 'Квитанция',
  reference: 'Номер операции',
  bankReference: 'Номер в банке',
  statement: 'В выписке',
  description: 'Назначение',
  date: 'Дата',
  statusLabel: 'Состояние',
  notFound: 'Такого платежа нет.',
  of: {
    p2p: {
      confirmTitle: 'Подтвердите перевод',
      confirmLead: 'Ваш банк просит подтвердить этот перевод.',
      card: 'С карты',
      status: {
        pending: 'Перевод обрабатывается',
        incomplete: 'Перевод ожидает подтверждения',
        successful: 'Перевод выполнен',
        failed: 'Перевод не выполнен',
      },
    },
    payment: paymentRu,
    authorization: { ...paymentRu, status: { ...paymentRu.status, successful: 'Сумма заблокирована на вашей карте' } },
  },
};

/** The texts in a language; in English for any other than Russian. */
export const textsIn = (language: string): PageTexts => (language === 'ru' ? ru : en);
