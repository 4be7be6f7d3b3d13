import { css } from 'lit';

/**
 * The looks of the attribute `theme`, in custom properties: what the page sets on the element itself replaces them. `own`, the default,
 * has no rule.
 */
export const presets = css`
  :host([theme='flat']) {
    --checkout-shadow: none;
    --checkout-radius: 0.25rem;
    --checkout-color-field: light-dark(#f3f5f9, #1b2331);
  }
  :host([theme='dark']) {
    color-scheme: dark;
    --checkout-color-surface: #161c28;
    padding: var(--_space);
    background: var(--_field);
    border-radius: var(--_radius);
  }
  :host([theme='contrast']) {
    --checkout-shadow: none;
    --checkout-border-width: 2px;
    --checkout-color-text: light-dark(#000000, #ffffff);
    --checkout-color-muted: light-dark(#1f1f1f, #f0f0f0);
    --checkout-color-field: light-dark(#ffffff, #000000);
    --checkout-color-border: light-dark(#000000, #ffffff);
    --checkout-color-accent: light-dark(#00309b, #ffe14d);
    --checkout-color-on-accent: light-dark(#ffffff, #000000);
    --checkout-color-danger: light-dark(#8b0000, #ffb0b0);
    --checkout-color-success: light-dark(#004d26, #8df0bb);
    --checkout-color-warning: light-dark(#5c3200, #ffd48a);
  }
`;
