import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What the fields stand in, in the place of an element: draws them again, at most once per turn, when they have changed. */
export class FrameHost implements ReactiveControllerHost {
  readonly renderRoot: Element;
  /** Its document is the frame's for as long as there is one. */
  readonly isConnected = true;
  updateComplete: Promise<boolean> = Promise.resolve(true);
  readonly #draw: () => void;
  #isPending = false;

  constructor(renderRoot: Element, draw: () => void) {
    this.renderRoot = renderRoot;
    this.#draw = draw;
  }

  addController(controller: ReactiveController): void {
    controller.hostConnected?.();
  }

  removeController(): void {}

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    this.updateComplete = Promise.resolve().then(() => {
      this.#isPending = false;
      this.#draw();
      return true;
    });
  }
}
