// The default theme with the system's fonts: a page loads nothing but its own text, styles and pictures.
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import LiveElement from './LiveElement.vue';
import PageActions from './PageActions.vue';
import './site.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-before': () => h(PageActions) }),
  enhanceApp: ({ app }) => void app.component('LiveElement', LiveElement),
} satisfies Theme;
