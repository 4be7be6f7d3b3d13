import {
  type Attempt,
  type DetailsState,
  type FlowEvent,
  type FormEvent,
  initialState,
  isUnconfirmed,
  isChecking,
  isUnderWay,
  isUnknown,
  type Outcome,
  type Quote,
  type State,
  uidOf,
  type UnknownState,
  waitingPress,
} from './state.js';

const details = (more: Partial<DetailsState>): State => ({ ...initialState, ...more });

/** The form with another quote. A press goes on waiting unless the quote answers it. The note about an ignored press stays until the next. */
const quotedAs = ({ press, elsewhere }: DetailsState, quote: Quote): State =>
  details({ quote, elsewhere, press: press?.status === 'waiting' && answersPress(quote) ? undefined : press });

/** The form after a press without effect: it says so, unless it shows another reason. */
const ignorePress = (state: DetailsState): DetailsState => {
  const { press, problems, trouble, quote } = state;
  const isExplained = problems.length > 0 || trouble !== undefined || answersPress(quote);
  if (isExplained ? press === undefined : press?.status === 'ignored') return state;
  return { ...state, press: isExplained ? undefined : { status: 'ignored' } };
};

/** What an edit leaves of a quote. */
const dropped = (quote: Quote, { isDue }: { readonly isDue?: boolean }): Quote =>
  isDue && (quote.status === 'given' || isChecking(quote)) ? { status: 'none', isDue } : initialState.quote;

/** The next state of the form, before anything is sent. */
function nextForm(state: DetailsState, event: FormEvent): State {
  const { quote } = state;
  switch (event.type) {
    case 'edited':
      // Fields that the gateway asked for stay open until another check is answered.
      return quotedAs(
        waitingPress(state) ? ignorePress(state) : state,
        quote.status === 'fields' ? quote : dropped(quote, event),
      );
    case 'pressed':
      // Clears what the previous press left behind.
      return details({ quote, elsewhere: state.elsewhere, press: event.press });
    case 'quoting':
      return quotedAs(state, { status: 'running' });
    case 'quoted':
      return quote.status === 'running'
        ? quotedAs(state, { ...event.quote, ...('confirm' in event.quote && { isUnread: true }) })
        : state;
    case 'priced':
      return quotedAs(state, {
        status: 'given',
        price: event.price,
        ...(event.confirm && { confirm: event.confirm, isUnread: true }),
      });
    case 'ordered':
      return { ...state, elsewhere: event.elsewhere };
    case 'questioned':
      return quote.status === 'given'
        ? details({ quote: { ...quote, confirm: event.reason, isUnread: true }, elsewhere: state.elsewhere })
        : state;
    case 'read':
      return quote.status === 'given' && quote.isUnread
        ? details({ quote: { ...quote, isUnread: false }, elsewhere: state.elsewhere })
        : state;
    case 'started':
      // Nothing is sent without its press, which still counts.
      if (waitingPress(state) !== event.press) return state;
      return quote.status === 'given' ? { step: 'transferring', attempt: event.attempt } : ignorePress(state);
    case 'prevented':
      return state.press ? { ...state, press: undefined } : state;
    case 'ignored':
      return ignorePress(state);
  }
}

/**
 * The next state. An event that does not fit the state (usually a late answer) changes nothing: the same object is
 * returned.
 */
export function transition(state: State, event: FlowEvent): State {
  switch (event.type) {
    case 'complained':
      // During a transfer this comes only when the gateway refused it for named fields: no money moved, so it is
      // not an outcome.
      return state.step === 'details' || state.step === 'transferring' ? details({ problems: event.problems }) : state;
    case 'sent':
      return state.step === 'transferring'
        ? { ...state, attempt: { ...event.attempt, uid: state.attempt.uid, jobId: state.attempt.jobId } }
        : state;
    case 'withdrawn':
      return isUnderWay(state) ? details({ press: { status: 'ignored' } }) : state;
    case 'stopped':
      return state.step === 'transferring' || state.step === 'details' ? stopped(event) : state;
    case 'accepted':
      // Another tab may have sent the payment while this one waits for it, or the payer may have stopped
      // waiting.
      return state.step === 'transferring' ||
        ((state.step === 'settling' || isUnknown(state)) && state.attempt.jobId === undefined)
        ? { ...state, attempt: { ...state.attempt, jobId: event.jobId } }
        : state;
    case 'identified':
      return isUnderWay(state) && state.attempt.uid !== event.uid
        ? { ...state, attempt: { ...state.attempt, uid: event.uid } }
        : state;
    case 'challenged':
      return state.step === 'transferring' ? challenged(state.attempt, event) : state;
    case 'resumed':
      // Under way: another tab has begun a newer attempt with the same tracking id.
      return state.step === 'details' || isUnderWay(state) || isUnknown(state)
        ? { step: 'settling', attempt: event.attempt }
        : state;
    case 'returned':
      return state.step === 'authentication' || state.step === 'settling'
        ? { step: 'settling', attempt: state.attempt, redirectUrl: event.redirectUrl }
        : state;
    case 'changing':
      return isUnconfirmed(state) ? details({}) : state;
    case 'ended':
      return isUnderWay(state) || isTurning(state, event.result)
        ? { step: 'outcome', attempt: withUid(state.attempt, event.result), result: event.result, rule: event.rule }
        : state;
    case 'hinted':
      return state.step === 'details' || state.step === 'unrecognized' ? { step: 'recognizing', uid: event.uid } : state;
    case 'unconfirmed':
      return state.step === 'recognizing' ? { step: 'unrecognized', uid: state.uid } : state;
    case 'confirmed':
      return state.step === 'details' || state.step === 'recognizing' || state.step === 'unrecognized' ? confirmed(event) : state;
    case 'reset':
      return isUnderWay(state) ? state : details({});
    default:
      return state.step === 'details' ? nextForm(state, event) : state;
  }
}

/** The form again, with what stopped the payment, or with the question that the payer has to answer. */
const stopped = ({ trouble, quote }: Extract<FlowEvent, { type: 'stopped' }>): State =>
  details({ trouble, ...(quote ? { quote } : !trouble && { press: { status: 'ignored' } }) });

const confirmed = ({ payment, outcome }: Extract<FlowEvent, { type: 'confirmed' }>): State => ({
  step: 'outcome',
  attempt: payment,
  result: { outcome, transaction: undefined },
  rule: `shop_${outcome}`,
});

const challenged = (attempt: Attempt, { transaction, redirectUrl }: Extract<FlowEvent, { type: 'challenged' }>): State => ({
  step: 'authentication',
  attempt: { ...attempt, uid: attempt.uid ?? transaction?.uid },
  transaction,
  redirectUrl,
});

/** Whether a quote tells the payer what became of their press: a question, or why there is no price. */
const answersPress = (quote: Quote): boolean =>
  quote.status === 'given' ? quote.confirm !== undefined : quote.status !== 'none' && quote.status !== 'running';

/** Whether an unknown outcome turns out to be final; that happens only once. */
const isTurning = (state: State, { outcome }: Outcome): state is UnknownState => isUnknown(state) && outcome !== 'unknown';

const withUid = (attempt: Attempt, result: Outcome): Attempt => ({ ...attempt, uid: uidOf(result) ?? attempt.uid });
