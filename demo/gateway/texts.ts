import type { TransactionStatus } from './store/store.js';

/** What the payer's pages say in one language. */
export interface PageTexts {
  readonly language: string;
  readonly sandbox: string;
  readonly confirmTitle: string;
  readonly confirmLead: string;
  readonly merchant: string;
  readonly amount: string;
  readonly fee: string;
  readonly card: string;
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
  readonly status: Readonly<Record<TransactionStatus, string>>;
}

const en: PageTexts = {
  language: 'en',
  sandbox: 'Sandbox: no money moves.',
  confirmTitle: 'Confirm the transfer',
  confirmLead: 'Your bank asks you to confirm this transfer.',
  merchant: 'Merchant',
  amount: 'Amount',
  fee: 'Bank fee',
  card: 'From card',
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
  status: {
    pending: 'The transfer is being processed',
    incomplete: 'The transfer waits for confirmation',
    successful: 'The transfer was successful',
    failed: 'The transfer failed',
  },
};

const ru: PageTexts = {
  language: 'ru',
  sandbox: 'Песочница: деньги не списываются.',
  confirmTitle: 'Подтвердите перевод',
  confirmLead: 'Ваш банк просит подтвердить этот перевод.',
  merchant: 'Магазин',
  amount: 'Сумма',
  fee: 'Комиссия банка',
  card: 'С карты',
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
  status: {
    pending: 'Перевод обрабатывается',
    incomplete: 'Перевод ожидает подтверждения',
    successful: 'Перевод выполнен',
    failed: 'Перевод не выполнен',
  },
};

/** The texts of a language; English where there are none. */
export const textsIn = (language: string): PageTexts => (language === 'ru' ? ru : en);
