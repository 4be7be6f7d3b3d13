import { css } from 'lit';

/**
 * How the elements look. Every colour, radius, space and font is a `--checkout-*` property; light and dark follow the
 * page's `color-scheme`, the font is the page's.
 */
export const theme = css`
  :host {
    --_accent: var(--checkout-color-accent, light-dark(#1652d6, #8ab0ff));
    --_on-accent: var(--checkout-color-on-accent, light-dark(#ffffff, #0b1630));
    --_text: var(--checkout-color-text, light-dark(#17202e, #e9edf4));
    --_muted: var(--checkout-color-muted, light-dark(#55627a, #a9b4c6));
    --_surface: var(--checkout-color-surface, light-dark(#f5f7fb, #1b2331));
    --_field: var(--checkout-color-field, light-dark(#ffffff, #10161f));
    --_border: var(--checkout-color-border, light-dark(#8792a6, #6b788e));
    --_danger: var(--checkout-color-danger, light-dark(#b3141f, #ff9aa0));
    --_success: var(--checkout-color-success, light-dark(#0a6b3d, #6fdba6));
    --_warning: var(--checkout-color-warning, light-dark(#8a4b00, #ffc46b));
    --_radius: var(--checkout-radius, 0.625rem);
    --_space: var(--checkout-space, 1rem);
    display: block;
    container-type: inline-size;
    max-inline-size: min(100%, var(--checkout-inline-size, 34rem));
    min-inline-size: 0;
    /* A container takes no size from its content: in a dialog, or where boxes shrink to fit, it would have none. */
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
  }
  /* The steps lie on top of each other: what follows the form begins with the form's size, and nothing jumps. */
  .base:has(> .details) {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .base > .details,
  .base > .details + .steps {
    grid-area: 4 / 1;
  }
  .base > .details[hidden] {
    display: grid !important;
    align-content: start;
    visibility: hidden;
  }
  .base > .details.away {
    display: none !important;
  }
  .details + .steps {
    display: grid;
    pointer-events: none;
  }
  .details + .steps > .outcome {
    align-self: start;
  }
  .details + .steps > * {
    pointer-events: auto;
  }
  .details,
  form,
  .waiting,
  .outcome {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space);
    min-inline-size: 0;
  }
  .details {
    gap: calc(var(--_space) * 0.5);
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
    outline: none;
  }
  input:focus-visible,
  select:focus-visible,
  button:focus-visible,
  a:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 1px;
  }
  .error {
    margin-block-start: calc(var(--_space) * 0.3);
    font-size: 0.875em;
    color: var(--_danger);
  }
  .remark {
    margin-block-start: calc(var(--_space) * 0.3);
    font-size: 0.875em;
    color: var(--_warning);
  }
  .arrow {
    inline-size: 0.7rem;
    block-size: 0.7rem;
    margin: calc(var(--_space) * -0.1) auto calc(var(--_space) * 0.15);
    border: solid var(--_muted);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
  }
  .fixed {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--_space);
  }
  /* Room for texts that come later: the button stays where it is. */
  .price,
  .goes-to {
    min-block-size: 1.45em;
    color: var(--_muted);
  }
  .price[data-quote='given'] {
    color: inherit;
    font-weight: 600;
  }
  .price:is([data-quote='impossible'], [data-quote='unavailable'], [data-quote='fields']) {
    color: var(--_danger);
  }
  button,
  a.button {
    min-block-size: 3rem;
    padding: calc(var(--_space) * 0.6) calc(var(--_space) * 1.25);
    font: inherit;
    font-weight: 650;
    color: var(--_on-accent);
    background: var(--_accent);
    border: 1px solid transparent;
    border-radius: var(--_radius);
    cursor: pointer;
    text-decoration: none;
    display: inline-block;
    text-align: center;
  }
  .submit {
    inline-size: 100%;
  }
  /* The wait takes two lines on a narrow page: the button stays as high as it was. */
  .submit:disabled {
    padding-block: 0;
    line-height: 1.25;
  }
  button:is(:disabled, [aria-disabled='true']) {
    cursor: default;
    color: var(--_muted);
    background: color-mix(in srgb, var(--_muted) 18%, transparent);
  }
  button[aria-busy='true']::before,
  .price[data-quote='running']::before {
    content: '';
    display: inline-block;
    inline-size: 0.9em;
    block-size: 0.9em;
    margin-inline-end: 0.5em;
    vertical-align: -0.1em;
    border: 2px solid currentColor;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: turn 0.9s linear infinite;
  }
  button[aria-busy='true'] {
    opacity: 0.75;
    cursor: progress;
  }
  button.quiet {
    color: var(--_accent);
    background: transparent;
    border-color: currentColor;
  }
  a {
    color: var(--_accent);
  }
  .test,
  .setup {
    margin-block-end: var(--_space);
  }
  .test {
    padding: calc(var(--_space) * 0.35) calc(var(--_space) * 0.75);
    font-size: 0.875em;
    font-weight: 650;
    color: var(--_warning);
    border: 1px dashed currentColor;
    border-radius: var(--_radius);
    text-align: center;
  }
  .setup {
    padding: var(--_space);
    color: var(--_danger);
    border: 2px solid currentColor;
    border-radius: var(--_radius);
    overflow-wrap: anywhere;
  }
  .unfinished {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.5);
    align-items: center;
    justify-content: space-between;
    padding: calc(var(--_space) * 0.75) var(--_space);
    border: 1px solid var(--_warning);
    border-radius: var(--_radius);
  }
  .leftovers,
  .notices {
    display: grid;
    gap: calc(var(--_space) * 0.5);
  }
  .leftovers {
    margin-block-end: var(--_space);
  }
  /* Empty they take no room, and are still there for screen readers, which have to know a region before it is filled. */
  .leftovers:not(:has(.unfinished)),
  .notices:empty {
    position: absolute;
  }
  .unfinished.successful {
    border-color: var(--_success);
  }
  .unfinished.failed {
    border-color: var(--_danger);
  }
  button.quiet {
    min-block-size: 2.75rem;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.75);
  }
  .actions > button {
    flex: 1 1 10rem;
  }
  /* Only the system's colours are left: what was distinguished by colour has to show in another way. */
  @media (forced-colors: active) {
    button:not(.quiet),
    a.button {
      forced-color-adjust: none;
      color: HighlightText;
      background: Highlight;
    }
    /* The wait takes two lines on a narrow page: the button stays as high as it was. */
  .submit:disabled {
    padding-block: 0;
    line-height: 1.25;
  }
  button:is(:disabled, [aria-disabled='true']) {
      color: GrayText;
      background: ButtonFace;
      border-color: GrayText;
    }
    button:focus-visible,
    a.button:focus-visible {
      outline-offset: 3px;
    }
    input:focus-visible,
    button:focus-visible,
    a:focus-visible {
      outline-color: Highlight;
    }
    button[aria-busy='true']::before,
    .price[data-quote='running']::before {
      border-color: GrayText;
      border-block-start-color: Highlight;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    button[aria-busy='true']::before,
    .price[data-quote='running']::before {
      animation-duration: 4s;
    }
  }
`;
