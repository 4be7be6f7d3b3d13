// A page whose modules a bundler has put together; the element is made like any other.
import 'checkout-elements/define';
import { place, prepare, resolveStatus, settings } from './merchant.js';

const pay = document.createElement('product-pay');
Object.assign(pay, settings, { prepare, resolveStatus });

const said = document.createElement('p');
pay.addEventListener('checkout-outcome', ({ outcome }) => {
  said.textContent = `Heard: ${outcome}`;
});
place.append(pay, said);
