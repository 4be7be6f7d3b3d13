import type { LitElement, ReactiveController } from 'lit';

type Host = LitElement & { readonly step: string };

/** How long the change to the new height takes, in milliseconds. */
const DURATION = 160;

/**
 * Makes the change from step to step easy to follow. A later step is as high as its content and may be much lower than the form:
 * the height changes gradually, and what the payer has to read stays in view, also if they had scrolled down to the button.
 */
export class StepTransition implements ReactiveController {
  readonly #host: Host;
  #shown: string = 'details';
  #before: { readonly height: number; readonly isInView: boolean } | undefined;
  #animation: Animation | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  hostUpdate(): void {
    const base = this.#base;
    if (!base || this.#shown === this.#host.step) return;
    const { top, bottom } = base.getBoundingClientRect();
    this.#before = { height: base.offsetHeight, isInView: bottom > 0 && top < window.innerHeight };
  }

  hostUpdated(): void {
    this.#shown = this.#host.step;
    const before = this.#before;
    const base = this.#base;
    this.#before = undefined;
    if (!before?.isInView || !base) return;
    this.#animation?.cancel();
    this.#keepInView();
    // Before the form has its full height, the page can't be scrolled to the field or button that gets the focus.
    if (this.#shown !== 'details') this.#animate(base, before.height);
  }

  get #base(): HTMLElement | null {
    return this.#host.renderRoot?.querySelector<HTMLElement>('.base');
  }

  /** Shows the heading of a later step, or why the payer is back at the form, beside the button that they pressed. */
  #keepInView(): void {
    const root = this.#host.renderRoot;
    const problem = root.querySelector('[part=problem]');
    const parts =
      this.#shown === 'details' ? problem && [root.querySelector('.submit'), problem] : [root.querySelector('h2[tabindex]')];
    for (const each of parts ?? []) each?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  #animate(base: HTMLElement, from: number): void {
    const to = base.offsetHeight;
    if (
      from === to ||
      (globalThis as Partial<typeof globalThis>).matchMedia?.('(prefers-reduced-motion: reduce)').matches !== false
    )
      return;
    this.#animation = base.animate(
      { height: [`${from}px`, `${to}px`], overflowY: ['clip', 'clip'] },
      { duration: DURATION, easing: 'ease-out' },
    );
  }
}
