import { html, nothing, type PropertyDeclarations } from 'lit';
import { systemClock } from '../../clock/clock.js';
import { fill, type PlanMessageKey } from '../../locales/catalogue.js';
import { enPlan } from '../../locales/en-plan.js';
import { type Plan, plan as planSchema } from '../../wire/response/plan.js';
import { isTest } from '../../wire/response/values.js';
import { declared, type Properties } from '../base/attributes.js';
import { CheckoutElement } from '../base/checkout-element.js';
import { PageDescription } from '../offer/page-description.js';
import { CheckoutRedirectEvent } from '../events.js';
import { formsBlocked } from '../page/forms-blocked.js';
import { offerStyles } from '../offer/offer-styles.js';
import { planView } from '../offer/plan-view.js';
import { skeletonView } from '../offer/skeleton-view.js';
import { PLAN_ATTRIBUTES, readRoute, type Route } from './settings.js';

/** A plan as the gateway returns it, or the part of it that your page passes on. */
export type PlanOnOffer = Partial<Plan>;

/** Navigates as a link without a referrer does. */
const follow = (url: string): void => Object.assign(document.createElement('a'), { href: url, rel: 'noreferrer' }).click();

export interface PlanSubscribeElement extends Properties<typeof PLAN_ATTRIBUTES> {}

/**
 * The terms of a subscription plan in words, and a button that leads to its page, where the payer subscribes.
 *
 * The page of a plan accepts no return address, notification address or id of yours (spec 2.8, 4.3): the gateway returns the
 * payer to the shop's registered address. If you need these, let the payer subscribe on your own page: `<product-pay
 * confirm-url>` with the plan's `confirm_url` takes `return-url`, `notification-url` and `tracking-id`. The plan's own `test`
 * decides whether a subscription is a test.
 *
 * @example
 * const element = document.querySelector('plan-subscribe')!;
 * element.plan = await (await fetch('/club.json')).json(); // createPlanHandler answers there
 * element.addEventListener('checkout-redirect', ({ url }) => console.log(`The payer goes to ${url}.`));
 *
 * @event {CheckoutRedirectEvent} checkout-redirect - The payer is about to go to the plan's page. After
 * `preventDefault()` you have to send the payer there yourself.
 *
 * @csspart offer - The plan.
 * @csspart name - Its name.
 * @csspart terms - Its terms.
 * @csspart skeleton - The placeholder of the terms, while the page may still pass them on.
 * @csspart submit - The button that leads to the plan's page.
 */
export class PlanSubscribeElement extends CheckoutElement<PlanMessageKey> {
  static readonly tag = 'plan-subscribe';

  static override styles = [...CheckoutElement.styles, offerStyles];

  static override properties: PropertyDeclarations = {
    ...CheckoutElement.properties,
    ...declared(PLAN_ATTRIBUTES),
    plan: { attribute: false },
  };

  /** The plan, as the gateway returned it to your server (spec 2.8): its terms are put into words. */
  declare plan: PlanOnOffer | undefined;
  readonly #described = new PageDescription<Plan>(this, { name: 'plan', schema: planSchema, clock: systemClock });
  #route: Route | undefined;
  /** Whether terms may still come, from a page whose framework starts late. */
  #isLoading = false;
  #plan: Plan | undefined;

  constructor() {
    super(enPlan);
  }

  /** Does the same as the button: takes the payer to the plan's page. Before the element is set up the press is deferred. */
  subscribe(): void {
    void this.press();
  }

  /** Moves the focus to the button. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('button')?.focus(options);
  }

  protected override configure(): void {
    const described = this.#described.read(this.plan);
    this.#plan = described.state === 'here' ? described.item : undefined;
    const result = readRoute(this, this.#plan);
    this.#route = 'route' in result ? result.route : undefined;
    const refusal = formsBlocked(this.renderRoot);
    const isEarly = !refusal && described.state === 'none' && !(this.baseUrl && this.planId) && this.#described.mayCome;
    // Without the terms the button still leads to the gateway's page, which shows them before anything is paid.
    const wrong = 'errors' in result && !isEarly ? result.errors : [];
    const errors = refusal ? [refusal] : wrong;
    this.#isLoading = isEarly;
    this.fail(errors, described.state === 'unreadable' ? [described.error] : []);
  }

  protected override get isTest(): boolean {
    return isTest(this.#plan ?? {});
  }

  protected override renderContent(): unknown {
    const { speech } = this;
    const { words } = speech;
    if (this.#isLoading) return skeletonView(words);
    const plan = this.#plan;
    const route = this.errors.length === 0 ? this.#route : undefined;
    const label = plan ? fill(words.subscribe, { title: plan.title }) : words.subscribe_bare;
    return route
      ? this.renderControls(html`
        <form method=${route.method} action=${route.url} rel="noreferrer" @submit=${this.#leave}>
          ${plan ? planView(plan, speech) : nothing}
          <button part="button submit" class="submit">${label}</button>
        </form>
      `)
      : nothing;
  }

  protected override get isDecided(): boolean {
    return !this.#isLoading;
  }

  protected override pressed(): void {
    this.renderRoot.querySelector('form')?.requestSubmit();
  }

  readonly #leave = (event: SubmitEvent): void => {
    const { url, method } = this.#route!;
    const goes = this.dispatchEvent(new CheckoutRedirectEvent(url, ''));
    // Sent by GET, a form without fields would add a bare question mark to the address.
    if (!goes || method === 'get') event.preventDefault();
    if (goes && method === 'get') follow(url);
  };
}
