import { createApp } from 'vue';
import { place } from './cases.js';
import Page from './Vue.vue';

createApp(Page).mount(place);
