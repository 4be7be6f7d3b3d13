// Angular compiles this template in the page, which requires 'unsafe-eval' in the page's policy. A build with Angular's own
// command line compiles in advance and does not need it.
import '@angular/compiler';
import 'checkout-elements/define/product-pay';
import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import type { CheckoutOutcomeEvent } from 'checkout-elements';
import { prepare, resolveStatus, settings } from './merchant.js';

class Checkout {
  readonly settings = settings;
  readonly prepare = prepare;
  readonly resolveStatus = resolveStatus;
  readonly outcome = signal('');

  heard(event: CheckoutOutcomeEvent): void {
    this.outcome.set(event.outcome);
  }
}

// A call instead of a decorator, which only Angular's own compiler supports.
Component({
  selector: '#app',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <product-pay
      [confirmUrl]="settings.confirmUrl"
      [payUrl]="settings.payUrl"
      [publicKey]="settings.publicKey"
      [notificationUrl]="settings.notificationUrl"
      [returnUrl]="settings.returnUrl"
      [fieldsUrl]="settings.fieldsUrl"
      [prepare]="prepare"
      [resolveStatus]="resolveStatus"
      (checkout-outcome)="heard($event)"
    ></product-pay>
    @if (outcome()) { <p>Outcome: {{ outcome() }}</p> }
  `,
})(Checkout);

await bootstrapApplication(Checkout, { providers: [provideZonelessChangeDetection()] });
