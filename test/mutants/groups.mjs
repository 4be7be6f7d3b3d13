/** @param {string} folder @param {readonly string[]} names */
const tests = (folder, ...names) => names.map((name) => `test/flow/${folder}${name}.test.ts`);

/**
 * The files that are mutated, and the tests that have to notice: the nearest ones first, and then `further` ones for the changes that
 * those let pass. Tests against the sandbox are left out: each mutant would start a database, and the scripted gateway tests these
 * files as well.
 *
 * @typedef {{ readonly mutate: readonly string[], readonly tests: readonly string[], readonly further?: readonly string[] }} Group
 * @type {Readonly<Record<string, Group>>}
 */
export const GROUPS = {
  url: { mutate: ['src/url/*.ts'], tests: ['test/url/*.test.ts'] },
  seal: { mutate: ['src/checkout/seal.ts'], tests: ['test/checkout/seal.test.ts', 'test/checkout/vectors.test.ts'] },
  key: {
    mutate: ['src/checkout/key.ts', 'src/wire/rsa-key.ts'],
    tests: ['key', 'key-errors', 'public-key-bytes'].map((name) => `test/checkout/${name}.test.ts`),
  },
  outcome: {
    mutate: ['answer', 'follow-job', 'rule'].map((name) => `src/flow/outcome/${name}.ts`),
    tests: tests('outcome/', 'answer', 'ask-job', 'follow-job', 'lost-job', 'rule'),
    further: [
      ...tests('', 'order-flow', 'final-word', 'answers'),
      ...tests('attempt/', 'waiting'),
      ...tests('outcome/', 'attempt-status'),
    ],
  },
  request: {
    mutate: ['post', 'judge-refusal', 'clock-skew'].map((name) => `src/flow/request/${name}.ts`),
    tests: tests('request/', 'first-answer', 'post', 'judge-refusal', 'clock-skew'),
  },
  words: {
    mutate: ['duplicate', 'validation-text'].map((name) => `src/wire/response/${name}.ts`),
    tests: [
      ...['duplicate', 'validation-text'].map((name) => `test/wire/response/${name}.test.ts`),
      ...tests('request/', 'judge-refusal'),
    ],
  },
  record: {
    mutate: ['journal', 'record-storage', 'record-store', 'payment-record'].map((name) => `src/flow/record/${name}.ts`),
    tests: tests('record/', 'entries', 'journal', 'record-store', 'record-times', 'releases', 'unseen-outcomes'),
    further: [
      ...tests('', 'single-flight', 'prepare', 'final-word'),
      ...tests('attempt/', 'earlier-attempt', 'repeat-guard'),
      ...tests('outcome/', 'order-inquiry', 'order-inquiry-press', 'inquiry', 'attempt-status'),
    ],
  },
  lock: {
    mutate: ['src/flow/record/lock.ts'],
    tests: tests('record/', 'lock'),
    further: tests('', 'single-flight', 'prepare', 'final-word'),
  },
  attempt: {
    mutate: ['src/flow/attempt/payment-attempt.ts'],
    tests: [...tests('attempt/', 'payment-attempt', 'challenge', 'late-words'), ...tests('request/', 'first-answer')],
    further: [
      ...tests('attempt/', 'waiting', 'earlier-attempt', 'newer-attempt', 'unconfirmed', 'questions', 'repeat-guard'),
      ...tests('outcome/', 'attempt-status', 'order-inquiry-press', 'rule', 'answer', 'lost-job', 'earlier-attempts'),
      ...tests('record/', 'unseen-outcomes'),
      ...tests('request/', 'clock-skew'),
      ...tests('', 'single-flight', 'prepare', 'order-flow', 'final-word', 'answers', 'words', 'amounts', 'calls', 'every-kind'),
    ],
  },
  shown: {
    mutate: ['attempt-record', 'reason-not-to-send'].map((name) => `src/flow/attempt/${name}.ts`),
    tests: [...tests('attempt/', 'payment-attempt', 'newer-attempt', 'unconfirmed'), ...tests('', 'prepare')],
    further: [
      ...tests('attempt/', 'questions', 'repeat-guard', 'earlier-attempt', 'waiting', 'late-words'),
      ...tests('outcome/', 'inquiry', 'order-inquiry', 'order-inquiry-press'),
      ...tests('record/', 'unseen-outcomes'),
      ...tests('', 'single-flight', 'ineffective-press', 'final-word', 'lost-connection'),
    ],
  },
  transition: {
    mutate: ['permissions', 'transition', 'state', 'attempt/proven-unpaid'].map((name) => `src/flow/${name}.ts`),
    tests: [...tests('', 'transition'), ...tests('attempt/', 'proven-unpaid')],
    further: [
      ...tests('', 'ineffective-press', 'single-flight', 'final-word'),
      ...tests('attempt/', 'payment-attempt', 'unconfirmed', 'waiting'),
      ...tests('price/', 'fixed-price'),
      ...tests('outcome/', 'order-inquiry'),
    ],
  },
  flow: {
    mutate: ['payment-flow', 'order-flow', 'transfer-flow'].map((name) => `src/flow/${name}.ts`),
    tests: [...tests('', 'order-flow', 'ineffective-press', 'calls'), ...tests('attempt/', 'payment-attempt', 'unconfirmed')],
    further: [
      ...tests('', 'single-flight', 'prepare', 'final-word'),
      ...tests('attempt/', 'earlier-attempt', 'repeat-guard', 'questions', 'waiting', 'newer-attempt'),
      ...tests('outcome/', 'inquiry', 'order-inquiry', 'order-inquiry-press', 'attempt-status', 'earlier-attempts'),
      ...tests('price/', 'quoting', 'fixed-price', 'required-fields'),
      ...tests('record/', 'unseen-outcomes'),
    ],
  },
  status: {
    mutate: [
      ...['ask-about-attempt', 'ask-shop', 'ask-again', 'earlier-attempts'].map((name) => `src/flow/outcome/${name}.ts`),
      'src/flow/merchant-callbacks.ts',
    ],
    tests: tests('outcome/', 'attempt-status', 'ask-again', 'earlier-attempts'),
    further: [
      ...tests('outcome/', 'inquiry', 'order-inquiry', 'ask-job', 'rule'),
      ...tests('attempt/', 'waiting', 'earlier-attempt'),
      ...tests('request/', 'clock-skew'),
      ...tests('record/', 'lock'),
      ...tests('', 'prepare', 'final-word', 'words', 'amounts', 'calls'),
    ],
  },
  page: {
    mutate: ['errors', 'network', 'run-callback', 'trace', 'snapshot'].map((name) => `src/flow/${name}.ts`),
    tests: [
      ...tests('', 'lost-connection', 'polluted-page', 'final-word', 'order-flow', 'prepare', 'single-flight'),
      ...tests('outcome/', 'rule', 'ask-again'),
    ],
  },
  body: {
    mutate: ['transfer-body', 'order-body'].map((name) => `src/flow/request/${name}.ts`),
    tests: [...tests('request/', 'transfer-body'), ...tests('', 'order-flow')],
  },
  cards: { mutate: ['src/flow/cards/plain-cards.ts'], tests: tests('cards/', 'plain-cards') },
  inquiry: {
    mutate: ['orders', 'address-payment'].map((name) => `src/flow/outcome/${name}.ts`),
    tests: tests('outcome/', 'inquiry', 'order-inquiry', 'order-inquiry-press'),
    further: tests('', 'final-word'),
  },
  price: {
    mutate: ['quoting', 'quote', 'fixed-price'].map((name) => `src/flow/price/${name}.ts`),
    tests: tests('price/', 'quoting', 'fixed-price', 'check-patience', 'required-fields'),
    further: [
      ...tests('', 'order-flow', 'ineffective-press', 'final-word', 'single-flight', 'lost-connection', 'prepare', 'calls'),
      ...tests('attempt/', 'payment-attempt', 'unconfirmed', 'questions', 'repeat-guard'),
      ...tests('request/', 'clock-skew'),
      ...tests('outcome/', 'order-inquiry-press'),
    ],
  },
  client: {
    mutate: ['client', 'poll-job', 'plaintext'].map((name) => `src/checkout/${name}.ts`),
    tests: ['client', 'poll-job', 'seal', 'vectors'].map((name) => `test/checkout/${name}.test.ts`),
  },
  merchant: {
    mutate: ['outcome', 'reconcile'].map((name) => `src/merchant/${name}.ts`),
    tests: ['outcome', 'reconcile', 'notification/notification-body'].map((name) => `test/merchant/${name}.test.ts`),
  },
  handlers: {
    mutate: ['status-handler', 'status-question', 'payment-lookup'].map((name) => `src/merchant/handlers/${name}.ts`),
    tests: ['payment-lookup', 'status-refusals'].map((name) => `test/merchant/handlers/${name}.test.ts`),
  },
  notification: {
    mutate: ['verify-notification', 'notification', 'notification-handler', 'signing-key', 'raw-body'].map(
      (name) => `src/merchant/notification/${name}.ts`,
    ),
    tests: ['notification-body', 'notification-handler', 'verify-notification', 'family-bodies'].map(
      (name) => `test/merchant/notification/${name}.test.ts`,
    ),
  },
  frame: {
    mutate: ['permissions', 'published-state'].map((name) => `src/frame/${name}.ts`),
    tests: ['permissions', 'published-state'].map((name) => `test/frame/${name}.test.ts`),
  },
  press: {
    mutate: ['press', 'mandate'].map((name) => `src/frame/${name}.ts`),
    tests: ['press', 'judge-seal', 'attacks'].map((name) => `test/frame/${name}.test.ts`),
  },
  port: {
    mutate: ['src/elements/form/framed/frame-messages.ts', 'src/elements/form/port.ts', 'src/flow/cards/card-source.ts'],
    tests: ['frame-messages', 'port']
      .map((name) => `test/elements/form/${name}.test.ts`)
      .concat(tests('cards/', 'card-source', 'plain-cards')),
    further: [...tests('', 'order-flow', 'ineffective-press'), ...tests('price/', 'required-fields')],
  },
  guard: {
    mutate: ['src/flow/attempt/repeat-guard.ts', 'src/flow/attempt/questions.ts'],
    tests: tests('attempt/', 'repeat-guard', 'questions'),
    further: [
      ...tests('attempt/', 'earlier-attempt', 'unconfirmed'),
      ...tests('outcome/', 'order-inquiry', 'order-inquiry-press'),
      ...tests('request/', 'first-answer'),
      ...tests('', 'single-flight', 'prepare', 'order-flow', 'final-word', 'ineffective-press'),
    ],
  },
};

/** The folders of the elements that are mutated. Of each a sample is tried: every change runs tests in a browser. */
export const ELEMENT_GROUPS = ['form', 'fields', 'payment', 'session', 'steps', 'product-pay', 'offer'];
