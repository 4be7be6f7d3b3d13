// Angular compiles this template in the page, which takes 'unsafe-eval' in the page's policy; a build with its own
// command line compiles before and takes nothing of the kind.
import '@angular/compiler';
import 'checkout-elements/define';
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

// Written without the decorator's @, which only a compiler of Angular's own reads.
Component({
  selector: '#app',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <product-pay
      [src]="settings.src"
      [publicKey]="settings.publicKey"
      [notificationUrl]="settings.notificationUrl"
      [returnUrl]="settings.returnUrl"
      [prepare]="prepare"
      [resolveStatus]="resolveStatus"
      (checkout-outcome)="heard($any($event))"
    ></product-pay>
    @if (outcome()) { <p>Heard: {{ outcome() }}</p> }
  `,
})(Checkout);

await bootstrapApplication(Checkout, { providers: [provideZonelessChangeDetection()] });
