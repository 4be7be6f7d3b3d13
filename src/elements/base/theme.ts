import { css } from 'lit';

/**
 * The styles of every element. Every colour, radius, space and font is a `--checkout-*` property; light and dark follow the
 * page's `color-scheme`, the font is the page's, or the system's where the page sets none.
 */
export const theme = css`
  :host {
    --_accent: var(--checkout-color-accent, light-dark(#0a4bcf, #8ab4ff));
    --_on-accent: var(--checkout-color-on-accent, light-dark(#ffffff, #0a1730));
    --_text: var(--checkout-color-text, light-dark(#1a1f36, #e8ecf4));
    --_muted: var(--checkout-color-muted, light-dark(#4f566b, #a9b3c5));
    --_surface: var(--checkout-color-surface, transparent);
    --_field: var(--checkout-color-field, light-dark(#ffffff, #10151e));
    --_border: var(--checkout-color-border, light-dark(#7a859b, #77849b));
    --_danger: var(--checkout-color-danger, light-dark(#b3141f, #ff9aa0));
    --_success: var(--checkout-color-success, light-dark(#0a6b3d, #6fdba6));
    --_warning: var(--checkout-color-warning, light-dark(#8a4b00, #ffc46b));
    --_radius: var(--checkout-radius, 0.5rem);
    --_space: var(--checkout-space, 1rem);
    --_gap: var(--checkout-gap, calc(var(--_space) * 0.875));
    --_edge: var(--checkout-border-width, 1px);
    display: block;
    --_line: color-mix(in srgb, var(--_border) 34%, transparent);
    --_glow: color-mix(in srgb, var(--_accent) 24%, transparent);
    --_shade: light-dark(color-mix(in srgb, var(--_text) 9%, transparent), transparent);
    --_shadow: var(--checkout-shadow, 0 1px 2px var(--_shade), 0 2px 6px var(--_shade));
    container-type: inline-size;
    max-inline-size: min(100%, var(--checkout-inline-size, 34rem));
    min-inline-size: 0;
    /* A container takes no size from its content: in a dialog, or in a box that shrinks to fit, its width would be 0. */
    contain-intrinsic-inline-size: min(var(--checkout-inline-size, 34rem), 75vw);
    font: var(--checkout-font, inherit);
    line-height: 1.45;
    color: var(--_text);
    text-align: start;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  * {
    box-sizing: border-box;
  }
  .base {
    overflow-wrap: anywhere;
    /* Support asks for the references: they have to be copied. */
    -webkit-user-select: text;
    user-select: text;
  }
  .controls {
    display: contents;
  }
  /* Korean has spaces between words, and a browser breaks inside of them. */
  .base:lang(ko) {
    word-break: keep-all;
  }
  /* Japanese has none: where a browser knows its phrases, lines end between them, and never before a small letter. */
  .base:lang(ja) {
    line-break: strict;
    word-break: auto-phrase;
  }
  .details,
  .order,
  form,
  .waiting,
  .outcome {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space);
    min-inline-size: 0;
  }
  .details,
  .details form {
    gap: var(--_gap);
  }
  p,
  h2,
  dl,
  dd,
  ul {
    margin: 0;
  }
  h2 {
    font-size: 1.25em;
    line-height: 1.25;
    letter-spacing: -0.01em;
    text-wrap: balance;
    outline: none;
  }
  .error,
  .remark,
  .price {
    font-size: 0.875em;
    line-height: 1.35;
    color: var(--_danger);
  }
  .remark,
  .price {
    color: var(--_muted);
    text-wrap: pretty;
  }
  /* The payer has to answer it by another press. */
  .question,
  .price[data-quote='given'] {
    font-weight: 600;
    color: var(--_text);
  }
  /* Little time is left. */
  .remark.soon {
    color: var(--_warning);
  }
  .goes-to {
    color: var(--_muted);
  }
  .save-card {
    display: flex;
    gap: calc(var(--_space) * 0.625);
    align-items: flex-start;
    padding: calc(var(--_space) * 0.25) 0;
    text-wrap: pretty;
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  .save-card input {
    flex: none;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    min-block-size: 0;
    margin: 0;
    accent-color: var(--_accent);
  }
  .save-card input:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .summary dt:has(.goes-to) {
    display: grid;
  }
  dt .goes-to {
    font-size: 0.8125em;
  }
  /* Sums form a column, so all figures are equally wide. */
  dl {
    font-variant-numeric: tabular-nums;
  }
  dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space);
    align-items: baseline;
    justify-content: space-between;
    padding-block: calc(var(--_space) * 0.4);
  }
  dl > div + div {
    border-block-start: 1px solid var(--_line);
  }
  dt {
    color: var(--_muted);
  }
  dd {
    overflow-wrap: anywhere;
    text-align: end;
    margin-inline-start: auto;
  }
  /* While the payer is at the form, a row opens as the steps do, and takes the button along. What is there from the beginning stands still. */
  @media (prefers-reduced-motion: no-preference) {
    .summary {
      interpolate-size: allow-keywords;
    }
    .summary > div {
      overflow: clip;
      transition: block-size 160ms ease-out, padding-block 160ms ease-out;
    }
    @starting-style {
      :focus-within .summary > div {
        block-size: 0;
        padding-block: 0;
      }
    }
  }
  .total {
    font-weight: 650;
  }
  .total dt {
    color: inherit;
  }
  /* Only for screen readers: the payer sees the same text elsewhere. */
  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .price:is([data-quote='impossible'], [data-quote='unavailable']) {
    color: var(--_danger);
  }
  .test,
  .setup {
    margin-block-end: var(--_space);
  }
  .test {
    inline-size: fit-content;
    padding: calc(var(--_space) * 0.125) calc(var(--_space) * 0.625);
    font-size: 0.75em;
    font-weight: 600;
    text-wrap: balance;
    color: var(--_warning);
    background: color-mix(in srgb, var(--_warning) 10%, transparent);
    border: 1px solid color-mix(in srgb, var(--_warning) 40%, transparent);
    border-radius: calc(var(--_radius) * 2);
  }
  .setup {
    padding: var(--_space);
    color: var(--_danger);
    border: 2px solid currentColor;
    border-radius: var(--_radius);
    overflow-wrap: anywhere;
  }
  .earlier,
  .notices {
    display: grid;
    gap: calc(var(--_space) * 0.5);
  }
  .earlier {
    margin-block-end: var(--_space);
  }
  /* Takes no room when empty, but stays rendered: screen readers have to know a live region before it is filled. */
  .earlier:not(:has(.unfinished)),
  .notices:empty {
    position: absolute;
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
    }
  }
`;
