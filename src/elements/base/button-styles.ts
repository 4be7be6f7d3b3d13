import { css } from 'lit';

/** The styles of buttons and links, also while they wait, are locked, or have the focus. */
export const buttonStyles = css`
  button:focus-visible,
  a:focus-visible,
  summary:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
    box-shadow: 0 0 0 5px var(--_glow);
  }
  button,
  a.button {
    min-block-size: 3rem;
    padding: calc(var(--_space) * 0.5) calc(var(--_space) * 1.25);
    font: inherit;
    font-weight: 600;
    line-height: 1.3;
    color: var(--_on-accent);
    background: var(--_accent);
    border: 1px solid transparent;
    border-radius: var(--_radius);
    cursor: pointer;
    text-decoration: none;
    display: inline-block;
    text-align: center;
    text-wrap: balance;
    font-variant-numeric: tabular-nums;
    box-shadow: var(--_shadow);
    transition: background-color 120ms, box-shadow 120ms, transform 120ms;
  }
  @media (hover: hover) {
    button:hover,
    a.button:hover {
      background: color-mix(in srgb, var(--_accent) 88%, var(--_text));
    }
    :is(button, a).quiet:hover {
      background: color-mix(in srgb, var(--_accent) 8%, transparent);
    }
  }
  button:active,
  a.button:active {
    transform: translateY(1px);
    box-shadow: none;
  }
  /* Buttons center their text by default. */
  a.button {
    display: inline-grid;
    place-content: center;
  }
  .submit {
    inline-size: 100%;
    min-block-size: 3.375rem;
    padding-block: calc(var(--_space) * 0.3);
    line-height: 1.2;
  }
  .submit:has(small) {
    padding-block: calc(var(--_space) * 0.5);
  }
  .submit small {
    display: block;
    font-size: 0.8125em;
    font-weight: 500;
  }
  /* The countdown takes two lines on a narrow page: the button keeps its height. */
  .submit:disabled {
    padding-block: 0;
    line-height: 1.25;
  }
  :is(button, a.button):is(:disabled, [aria-disabled='true']) {
    cursor: default;
    color: var(--_muted);
    background: color-mix(in srgb, var(--_muted) 16%, transparent);
    box-shadow: none;
    transform: none;
  }
  button[aria-busy='true']::before,
  .running::before {
    content: '';
    display: inline-block;
    /* A line with it is as high as without. */
    box-sizing: border-box;
    inline-size: 1em;
    block-size: 1em;
    margin-inline-end: 0.5em;
    vertical-align: -0.15em;
    border: 2px solid currentColor;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: turn 0.9s linear infinite;
  }
  .running::before {
    margin: 0;
  }
  button[aria-busy='true'] {
    opacity: 0.75;
    cursor: progress;
  }
  :is(button, a).quiet {
    min-block-size: 2.75rem;
    color: var(--_accent);
    background: transparent;
    border-color: color-mix(in srgb, var(--_border) 70%, transparent);
    box-shadow: none;
  }
  /* As high as the main button above or beside it. */
  .quiet.submit,
  :is(.actions, .waiting) > .quiet {
    min-block-size: 3rem;
  }
  a {
    color: var(--_accent);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.75);
  }
  .actions > :is(button, a) {
    flex: 1 1 auto;
  }
  /* Only the system's colours are left: differences of colour have to show in another way. */
  @media (forced-colors: active) {
    :is(button, a.button):not(.quiet) {
      forced-color-adjust: none;
      color: HighlightText;
      background: Highlight;
    }
    button:is(:disabled, [aria-disabled='true']) {
      color: GrayText;
      background: ButtonFace;
      border-color: GrayText;
    }
    button:focus-visible,
    a:focus-visible,
    summary:focus-visible {
      outline-color: Highlight;
      outline-offset: 3px;
    }
    button[aria-busy='true']::before,
    .running::before {
      border-color: GrayText;
      border-block-start-color: Highlight;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    button[aria-busy='true']::before,
    .running::before {
      animation-duration: 4s;
    }
  }
`;
