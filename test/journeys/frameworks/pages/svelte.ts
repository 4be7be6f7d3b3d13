import { mount } from 'svelte';
import { place } from './cases.js';
import Page from './Svelte.svelte';

mount(Page, { target: place });
