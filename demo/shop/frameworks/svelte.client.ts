// Svelte 5 sets an element's properties, and listens to an event by its exact name after "on".
import 'checkout-elements/svelte/product-pay'; // registers the element, and declares it for templates
import { mount } from 'svelte';
import Checkout from './SvelteCheckout.svelte';
import { place } from './merchant.js';

mount(Checkout, { target: place });
