/** Spec 2.7: every name that `visible_fields` may contain. */
export const VISIBLE_FIELDS = [
  'first_name',
  'last_name',
  'country',
  'state',
  'city',
  'address',
  'zip',
  'phone',
  'birth_date',
  'email',
  'taxpayer_id',
];
