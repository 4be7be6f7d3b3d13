export const card = (number: string, changes: object = {}) => ({
  credit_card: { number, verification_value: '123', exp_month: '01', exp_year: '2030', ...changes },
});
