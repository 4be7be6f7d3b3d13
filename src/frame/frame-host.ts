import type { ReactiveController } from 'lit';
import { textFirst } from '../elements/fields/text-first.js';
import type { FieldHost } from '../elements/fields/text-field.js';
import type { PressLog } from './press-log.js';

/** Hosts the fields in the frame, where there is no element. It combines all changes of a turn into one rendering. */
export class FrameHost implements FieldHost {
  readonly renderRoot: Element;
  /** The fields stay in the frame's document for as long as it exists. */
  readonly isConnected = true;
  updateComplete: Promise<boolean> = Promise.resolve(true);
  readonly #log: PressLog;
  readonly #draw: () => void;
  readonly #controllers: ReactiveController[] = [];
  readonly #typed: () => Promise<void> | undefined;
  #isPending = false;

  constructor(renderRoot: Element, log: PressLog, draw: () => void) {
    this.renderRoot = renderRoot;
    this.#log = log;
    this.#draw = draw;
    // No script of a page is here, and the frame makes the payer's edits itself.
    this.#typed = textFirst(renderRoot, () => true);
  }

  hasGone(): boolean {
    return this.#log.hasGone();
  }

  addController(controller: ReactiveController): void {
    this.#controllers.push(controller);
    controller.hostConnected?.();
  }

  removeController(): void {}

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    this.updateComplete = Promise.resolve(this.#typed()).then(() => {
      this.#isPending = false;
      this.#draw();
      for (const controller of this.#controllers) controller.hostUpdated?.();
      return true;
    });
  }
}
