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
    background: color-mix(in srgb, var(--_warning) 7%, transparent);
    border: 1px solid color-mix(in srgb, var(--_warning) 55%, transparent);
    border-radius: var(--_radius);
  }
  .unfinished.successful {
    background: color-mix(in srgb, var(--_success) 7%, transparent);
    border-color: color-mix(in srgb, var(--_success) 55%, transparent);
  }
  .unfinished.failed {
    background: color-mix(in srgb, var(--_danger) 7%, transparent);
    border-color: color-mix(in srgb, var(--_danger) 55%, transparent);
  }
  .waiting,
  .outcome {
    justify-items: center;
    gap: calc(var(--_space) * 0.75);
    padding: calc(var(--_space) * 1.5) calc(var(--_space) * 1.25);
    text-align: center;
    background: var(--_surface);
    border-radius: calc(var(--_radius) * 1.4);
  }
  .waiting > div {
    display: grid;
    gap: calc(var(--_space) * 0.75);
    justify-items: center;
  }
  /* Scrolled into view with the box around it, and with some of what follows. */
  .steps h2 {
    scroll-margin-block: calc(var(--_space) * 1.5) 8rem;
  }
  .waiting p,
  .outcome p {
    max-inline-size: 42ch;
    color: var(--_muted);
    text-wrap: balance;
  }
  .spinner {
    display: block;
    inline-size: 2.5rem;
    block-size: 2.5rem;
    margin: 0 auto calc(var(--_space) * 0.75);
    border: 3px solid color-mix(in srgb, var(--_accent) 22%, transparent);
    border-block-start-color: var(--_accent);
    border-radius: 50%;
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
    inline-size: min(100%, 20rem);
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
  .stages li::before {
    content: '';
    position: absolute;
    inset-block-start: 0.25rem;
    inset-inline-start: calc(50% - 0.3125rem);
    z-index: 1;
    inline-size: 0.625rem;
    block-size: 0.625rem;
    box-sizing: border-box;
    border: 2px solid var(--_border);
    border-radius: 50%;
    background: var(--_field);
  }
  .stages li + li::after {
    content: '';
    position: absolute;
    inset-block-start: calc(0.5625rem - 1px);
    inset-inline: calc(-50% + 0.3125rem) calc(50% + 0.3125rem);
    border-block-start: 2px solid var(--_line);
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
  .outcome h2 {
    display: grid;
    justify-items: center;
    gap: calc(var(--_space) * 0.625);
  }
  .mark {
    display: inline-grid;
    place-items: center;
    inline-size: 3rem;
    block-size: 3rem;
    border-radius: 50%;
    color: var(--_field);
    font-size: 1.5rem;
    font-weight: 700;
    letter-spacing: 0;
    background: var(--_tone);
    box-shadow: 0 0 0 6px color-mix(in srgb, var(--_tone) 14%, transparent);
  }
  .outcome {
    --_tone: var(--_warning);
  }
  .outcome .sum {
    font-size: clamp(1.25rem, 11cqi, 1.75rem);
    font-weight: 650;
    line-height: 1.2;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
    color: var(--_text);
  }
  .outcome .reason {
    font-weight: 650;
    color: var(--_text);
  }
  .outcome .bank {
    font-size: 0.875em;
    color: var(--_muted);
  }
  .outcome .mark::before {
    content: '?';
  }
  .outcome.unrecognized {
    --_tone: var(--_muted);
  }
  .outcome.successful {
    --_tone: var(--_success);
  }
  .outcome.successful .mark::before {
    content: '✓';
  }
  .outcome.failed {
    --_tone: var(--_danger);
  }
  .outcome.failed .mark::before {
    content: '✕';
  }
  .outcome > :is(dl, details, .actions) {
    inline-size: 100%;
  }
  .outcome dl {
    padding-block: calc(var(--_space) * 0.25);
    border-block-start: 1px solid var(--_line);
    text-align: start;
  }
  summary {
    padding-block: calc(var(--_space) * 0.5);
    color: var(--_accent);
    cursor: pointer;
    border-radius: var(--_radius);
  }
  .reference {
    display: flex;
    align-items: center;
    justify-content: end;
  }
  .reference [role='status']:not(:empty) {
    margin-inline-start: calc(var(--_space) * 0.75);
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
  @container (max-inline-size: 17rem) {
    .waiting,
    .outcome {
      padding-inline: 0;
    }
  }
  @media (forced-colors: active) {
    .spinner {
      border-color: GrayText;
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
