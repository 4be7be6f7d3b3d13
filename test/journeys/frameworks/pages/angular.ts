import '@angular/compiler';
import {
  afterNextRender,
  Component,
  computed,
  CUSTOM_ELEMENTS_SCHEMA,
  provideZonelessChangeDetection,
  signal,
} from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { given, hear } from './cases.js';

class Page {
  readonly round = signal(0);
  readonly now = computed(() => given(this.round()));
  readonly hear = hear;

  constructor() {
    afterNextRender(() => {
      window.cases.render = (round) => this.round.set(round);
      document.querySelector('#imperative')?.addEventListener('lowercaseevent', hear);
    });
  }
}

// A call instead of a decorator, which only Angular's own compiler supports.
Component({
  selector: '#app',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <plan-subscribe id="bare"></plan-subscribe>
    <product-pay id="parent"><p>round {{ round() }}</p></product-pay>
    @if (round() === 0) { <product-pay id="view"></product-pay> } @else { <plan-subscribe id="view"></plan-subscribe> }
    <p2p-transfer
      id="data"
      [test]="now().test"
      [amount]="now().amount"
      [currency]="now().currency"
      [customer]="now().customer"
      [senderBillingAddress]="now().address"
      [savedCards]="now().cards"
      [prepare]="now().prepare"
    ></p2p-transfer>
    <plan-subscribe id="imperative"></plan-subscribe>
    <plan-subscribe
      id="declarative"
      (lowercaseevent)="hear($event)"
      (kebab-event)="hear($event)"
      (camelEvent)="hear($event)"
      (CAPSevent)="hear($event)"
      (PascalEvent)="hear($event)"
      (checkout-outcome)="hear($event)"
    ></plan-subscribe>
  `,
})(Page);

await bootstrapApplication(Page, { providers: [provideZonelessChangeDetection()] });
