import { css } from 'lit';

/** The styles of everything around a form: earlier payments, waiting, 3-D Secure, the outcome. */
export const stepStyles = css`
  .unfinished {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.5);
    align-items: center;
    justify-content: space-between;
    padding: calc(var(--_space) * 0.75) var(--_space);
    background: color-mix(in srgb, var(--_tone) 7%, transparent);
    border: 1px solid color-mix(in srgb, var(--_tone) 55%, transparent);
    border-radius: var(--_radius);
  }
  /* To be pressed before the form below it, whose button it must not rival. */
  [part='unfinished'] > .quiet {
    background: var(--_field);
    border-color: currentColor;
  }
  .outcome,
  .unfinished {
    --_tone: var(--_warning);
  }
  .successful {
    --_tone: var(--_success);
  }
  .failed {
    --_tone: var(--_danger);
  }
  .unrecognized {
    --_tone: var(--_muted);
  }
  .waiting,
  .outcome {
    gap: calc(var(--_space) * 0.75);
    padding: calc(var(--_space) * 1.25);
    background: var(--_surface);
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 1.4);
  }
  :is(.waiting, .outcome) > div:not(.actions) {
    display: grid;
    gap: calc(var(--_space) * 0.75);
  }
  /* Scrolled into view with the box around it, and with some of what follows. */
  .steps h2 {
    scroll-margin-block: calc(var(--_space) * 1.5) 8rem;
  }
  .waiting p,
  .outcome p {
    color: var(--_muted);
    text-wrap: pretty;
  }
  /* The mark or the spinner, and the heading beside it. */
  :is(.waiting, .outcome) h2 {
    display: flex;
    gap: calc(var(--_space) * 0.75);
    padding-block: calc(var(--_space) * 0.34);
  }
  .spinner,
  .mark {
    flex: none;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    margin-block: calc(var(--_space) * -0.34);
    border-radius: 50%;
  }
  .spinner {
    border: 3px solid color-mix(in srgb, var(--_accent) 22%, transparent);
    border-block-start-color: var(--_accent);
    animation: turn 0.9s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  /* The stages card, bank and done. */
  .stages {
    display: flex;
    margin: calc(var(--_space) * 0.25) 0 0;
    padding: 0;
    list-style: none;
    font-size: 0.8125em;
    color: var(--_muted);
  }
  .stages li {
    position: relative;
    flex: 1;
    padding-block-start: calc(var(--_space) * 1.25);
  }
  .stages li:last-child {
    flex: none;
  }
  .stages li::before {
    content: '';
    position: absolute;
    inset-block-start: 0.25rem;
    inset-inline-start: 0;
    inline-size: 0.625rem;
    block-size: 0.625rem;
    box-sizing: border-box;
    border: 2px solid var(--_border);
    border-radius: 50%;
    background: var(--_field);
  }
  .stages li:not(:last-child)::after {
    content: '';
    position: absolute;
    inset-block-start: calc(0.5625rem - 1px);
    inset-inline: 0.625rem 0;
    border-block-start: 2px solid color-mix(in srgb, var(--_border) 60%, transparent);
  }
  .stages .past:not(:last-child)::after {
    border-color: var(--_accent);
  }
  .stages .past::before,
  .stages [aria-current]::before {
    border-color: var(--_accent);
    background: var(--_accent);
  }
  .stages [aria-current] {
    font-weight: 600;
    color: var(--_text);
  }
  .stages [aria-current]::before {
    box-shadow: 0 0 0 4px var(--_glow);
  }
  .mark {
    color: var(--_field);
    background: var(--_tone);
  }
  .mark svg {
    display: block;
  }
  .outcome p strong,
  .outcome .reason {
    font-weight: 650;
    color: var(--_text);
  }
  /* Whether money moved. */
  .outcome :is(h2, .reason) + p {
    color: var(--_text);
  }
  .outcome .bank {
    font-size: 0.875em;
    color: var(--_muted);
  }
  /* One table, also of the rows that support needs: all values begin at one edge. */
  .outcome dl {
    display: grid;
    grid-template-columns: minmax(min-content, 3fr) minmax(0, 7fr);
  }
  .outcome dl > div {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    border-block-start: 1px solid var(--_line);
  }
  /* Never inside a word: the column is as wide as its longest one. */
  .outcome dt {
    font-size: 0.875em;
    overflow-wrap: break-word;
  }
  .outcome dd {
    margin: 0;
    text-align: start;
  }
  .outcome details {
    margin-block: calc(var(--_space) * -0.5);
  }
  .actions:not(:has(*)) {
    display: none;
  }
  /* 44 px to touch. */
  summary {
    min-block-size: 2.75rem;
    align-content: center;
    color: var(--_accent);
    cursor: pointer;
    border-radius: var(--_radius);
  }
  .reference {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
  }
  .reference > [dir] {
    flex: 1;
    min-inline-size: 0;
    text-align: match-parent;
  }
  .head {
    white-space: nowrap;
  }
  .actions > span {
    flex-basis: 100%;
    white-space: pre-line;
  }
  .actions > :empty {
    position: absolute;
  }
  /* 44 px to touch, in little more room than the icon takes: the rest overlaps the text next to it. */
  button.icon {
    display: grid;
    place-content: center end;
    min-block-size: 2.75rem;
    min-inline-size: 2.75rem;
    margin-block: calc(var(--_space) * -0.5);
    margin-inline-start: calc(var(--_space) * -0.75);
    padding: 0;
    background: none;
    line-height: 0;
    border: 0;
  }
  .icon svg {
    inline-size: 1.125rem;
    block-size: 1.125rem;
  }
  dialog {
    inline-size: min(30rem, 100vw - 2rem);
    block-size: min(48rem, 100dvh - 2rem);
    padding: 0;
    overflow: clip;
    color: inherit;
    background: var(--_field);
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 1.4);
    box-shadow: 0 1rem 3rem color-mix(in srgb, var(--_text) 35%, transparent);
  }
  /* On a phone the bank's page needs the whole screen: otherwise its button may be out of view. */
  @media (max-width: 34rem) {
    dialog {
      inline-size: 100vw;
      max-inline-size: none;
      block-size: 100dvh;
      max-block-size: none;
      border: 0;
      border-radius: 0;
    }
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  /* A way out, for the few whose bank shows nothing. */
  dialog > button.quiet {
    align-self: flex-start;
    padding-inline: var(--_space);
    font-size: 0.875em;
    font-weight: 500;
    text-align: start;
    text-decoration: underline;
    border-color: transparent;
  }
  dialog form {
    display: flex;
    overflow-wrap: break-word;
    gap: var(--_space);
    text-align: start;
    align-items: center;
    justify-content: space-between;
    padding: calc(var(--_space) * 0.5) calc(var(--_space) * 0.5) calc(var(--_space) * 0.5) var(--_space);
  }
  dialog button {
    flex: none;
  }
  dialog iframe {
    flex: 1;
    inline-size: 100%;
    border: 0;
  }
  /* Beside a long label there is no room for a reference. */
  @container (max-inline-size: 21rem) {
    .outcome dl {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (max-inline-size: 17rem) {
    .waiting,
    .outcome {
      padding-inline: calc(var(--_space) * 0.5);
      border: 0;
    }
    /* Sums and long words need the whole line. */
    :is(.waiting, .outcome) h2 {
      display: block;
    }
    :is(.spinner, .mark) {
      display: block;
      margin-block: 0 calc(var(--_space) * 0.5);
    }
    .actions > :is(button, a) {
      padding-inline: calc(var(--_space) * 0.5);
    }
  }
  @media (forced-colors: active) {
    .spinner {
      border-color: Canvas;
      border-block-start-color: Highlight;
    }
    .stages .past::before,
    .stages [aria-current]::before {
      border-color: Highlight;
      background: Highlight;
    }
    .mark {
      border: 1px solid;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation-duration: 4s;
    }
  }
`;
