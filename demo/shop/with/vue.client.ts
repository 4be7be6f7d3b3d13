// Vue takes names with a hyphen for custom elements where its compiler is told so (see how this page is built).
import 'checkout-elements/define';
import { createApp } from 'vue';
import Checkout from './VueCheckout.vue';
import { place } from './merchant.js';

createApp(Checkout).mount(place);
