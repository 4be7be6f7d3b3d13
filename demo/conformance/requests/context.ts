import type { Judge } from '../answers/judge.js';
import type { Credentials, Row, Target } from '../answers/target.js';
import type { GatewayTime } from './gateway-time.js';

/** How card sections are sent: encrypted, or in plain text, which only a PCI-certified shop may do (spec 5). */
export type Form = 'sealed' | 'plain';

/** What the operator provides in addition to the gateway's addresses. */
export interface Settings {
  /** The forms that this shop may send. The first one is used where the form doesn't matter. */
  readonly forms: readonly Form[];
  readonly otherShop?: Credentials | undefined;
  /** The code that passes the test bank's 3-D Secure page. */
  readonly challengeCode?: string | undefined;
  /** Host name under which the gateway reaches this machine. */
  readonly listenHost?: string | undefined;
  /** How long a job may take, in milliseconds. */
  readonly jobPatience: number;
  readonly badInput: { readonly runs: number; readonly seed: number };
}

/** What a section needs: the gateway, a judge, and settings. */
export interface TestContext {
  readonly target: Target;
  /** The rows of spec 4 that are not left out. */
  readonly rows: readonly Row[];
  readonly judge: Judge;
  readonly settings: Settings;
  readonly time: GatewayTime;
}
