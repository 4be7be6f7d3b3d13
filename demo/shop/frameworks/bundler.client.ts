// A page with a bundler: creates the element like any other.
import 'checkout-elements/define/product-pay';
import { place, prepare, resolveStatus, settings } from './merchant.js';

const pay = document.createElement('product-pay');
Object.assign(pay, settings, { prepare, resolveStatus });

const result = document.createElement('p');
pay.addEventListener('checkout-outcome', ({ outcome }) => {
  result.textContent = `Outcome: ${outcome}`;
});
place.append(pay, result);
