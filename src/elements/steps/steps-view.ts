import { html, nothing, type TemplateResult } from 'lit';
import { bankPageOf, type State } from '../../flow/state.js';
import type { Speech } from '../base/speech.js';
import type { Challenge } from '../session/challenge.js';
import type { OutcomeActions } from './outcome/outcome-text.js';
import { outcomeView } from './outcome/outcome-view.js';
import { recognizingView, unrecognizedView } from './unrecognized-view.js';
import { authenticationView, VERY_SLOW, waitingText, waitingView } from './waiting-view.js';

/** The data and actions of the steps after the form. */
export interface StepsContext {
  readonly state: State;
  readonly speech: Speech;
  readonly challenge: Challenge;
  /** How long the payer has been waiting, in milliseconds. */
  readonly elapsed: number;
  readonly offline: boolean;
  readonly cancel: () => void;
  /** Goes back to the form from a payment that the bank has not confirmed; undefined where the payer may not. */
  readonly change: (() => void) | undefined;
  readonly actions: OutcomeActions;
  /** Goes to the form from a payment that was not confirmed. */
  readonly toForm: () => void;
}

/** Every step after the form: waiting, 3-D Secure, the outcome. */
export function stepsView(context: StepsContext): TemplateResult {
  const { state, speech, challenge, elapsed, offline, cancel, actions } = context;
  const { words } = speech;
  const openUrl = state.step === 'outcome' ? bankPageOf(state) : undefined;
  const bank =
    openUrl &&
    html`<p>${words.authentication_open}</p>
        <div>${challenge.renderLink(openUrl, words)}</div>`;
  const waits = state.step === 'transferring' || state.step === 'settling';
  return html`
    <div class="steps">
      ${state.step === 'recognizing' ? recognizingView(words) : nothing}
      ${state.step === 'unrecognized' ? unrecognizedView(words, context.toForm) : nothing}
      ${
        waits
          ? waitingView(state, speech, challenge, {
              text: waitingText(elapsed, offline, words),
              cancel: elapsed >= VERY_SLOW || bankPageOf(state) !== undefined ? cancel : undefined,
              change: context.change,
            })
          : nothing
      }
      ${state.step === 'authentication' ? authenticationView(state, speech, challenge, cancel) : nothing}
      ${state.step === 'outcome' ? outcomeView(state, speech, actions, bank) : nothing}
    </div>
  `;
}
