import type { PressMessages } from './en.js';

/** The sentences of the button that pays, in Arabic. */
export const arPress: PressMessages = {
  send: 'تحويل {amount}',
  send_to: 'إلى \u2066•••• {last4}\u2069',
  show_fee: 'عرض الرسوم',
  send_confirm: 'تأكيد: تحويل {amount}',
  send_same_card: 'تأكيد: تحويل {amount} إلى البطاقة نفسها',
  check_again: 'تحقق مرة أخرى',
  pay: 'ادفع {amount}',
  subscribe_and_pay: 'اشترك وادفع {amount}',
  subscribe_free: 'اشترك، {amount} اليوم',
  not_in_view: 'لم يُرسل أي شيء: كان هذا الزر مغطى أو مقطوعًا أو تغيّر للتو. اقرأه ثم اضغط عليه مرة أخرى.',
};
