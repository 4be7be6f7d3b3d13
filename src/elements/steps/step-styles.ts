import { css } from 'lit';

/** How the steps after the form look: waiting, the way to the bank, the outcome. */
export const stepStyles = css`
  .waiting,
  .outcome {
    padding: calc(var(--_space) * 1.25);
    background: var(--_surface);
    border: 1px solid color-mix(in srgb, var(--_border) 45%, transparent);
    border-radius: calc(var(--_radius) * 1.4);
  }
  .outcome {
    align-content: start;
  }
  .waiting {
    min-block-size: 12rem;
    align-content: center;
    justify-items: center;
    text-align: center;
  }
  .spinner {
    display: block;
    inline-size: 2rem;
    block-size: 2rem;
    margin: 0 auto calc(var(--_space) * 0.75);
    border: 3px solid color-mix(in srgb, var(--_accent) 25%, transparent);
    border-block-start-color: var(--_accent);
    border-radius: 50%;
    animation: turn 0.9s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  .outcome h2 {
    display: flex;
    gap: 0.5em;
    align-items: center;
  }
  .mark {
    flex: none;
    display: inline-grid;
    place-items: center;
    inline-size: 1.6em;
    block-size: 1.6em;
    border-radius: 50%;
    color: var(--_field);
    font-weight: 700;
    background: var(--_tone);
  }
  .outcome {
    --_tone: var(--_warning);
    border-block-start: 4px solid var(--_tone);
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
  dialog {
    inline-size: min(30rem, 100vw - 2rem);
    block-size: min(48rem, 100dvh - 2rem);
    padding: 0;
    overflow: clip;
    color: inherit;
    background: var(--_field);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  dialog[open] {
    display: grid;
    grid-template-rows: auto 1fr;
  }
  dialog form {
    display: flex;
    gap: var(--_space);
    text-align: start;
    align-items: center;
    justify-content: space-between;
    padding: calc(var(--_space) * 0.5) calc(var(--_space) * 0.5) calc(var(--_space) * 0.5) var(--_space);
  }
  dialog button {
    flex: none;
  }
  iframe {
    inline-size: 100%;
    block-size: 100%;
    border: 0;
  }
  dl {
    display: grid;
    gap: calc(var(--_space) * 0.35);
  }
  dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space);
    justify-content: space-between;
  }
  dt {
    color: var(--_muted);
  }
  dd {
    overflow-wrap: anywhere;
  }
  @media (forced-colors: active) {
    .spinner {
      border-color: GrayText;
      border-block-start-color: Highlight;
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
