// Svelte 5 sets what an element has as properties, and listens by an event's exact name after "on".
import 'checkout-elements/define';
import { mount } from 'svelte';
import Checkout from './SvelteCheckout.svelte';
import { place } from './merchant.js';

mount(Checkout, { target: place });
