// Vue treats names with a hyphen as custom elements if its compiler is configured so (see this page's build).
import 'checkout-elements/vue/product-pay'; // registers the element, and declares it for templates
import { createApp } from 'vue';
import Checkout from './VueCheckout.vue';
import { place } from './merchant.js';

createApp(Checkout).mount(place);
