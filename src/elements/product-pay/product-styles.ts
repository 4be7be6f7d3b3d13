import { css } from 'lit';

/** How what is on offer looks, and the way to its payment link. */
export const productStyles = css`
  .base {
    display: grid;
    gap: var(--_space);
  }
  .test,
  .setup {
    margin-block-end: 0;
  }
  .sum {
    font-size: 1.5em;
    font-weight: 650;
    line-height: 1.3;
    font-variant-numeric: tabular-nums;
  }
  .wide {
    grid-column: 1 / -1;
  }
  .unavailable {
    display: grid;
    gap: calc(var(--_space) * 0.75);
    justify-items: start;
    padding: var(--_space);
    font-weight: 650;
    color: var(--_warning);
    border: 1px solid currentColor;
    border-radius: var(--_radius);
  }
  .skeleton {
    display: grid;
    gap: var(--_space);
  }
  /* As high as a card and a button, so that nothing below jumps when they come. */
  .skeleton span {
    block-size: 3rem;
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_border) 22%, transparent);
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  .skeleton span:first-child {
    block-size: 13.5rem;
    border-radius: calc(var(--_radius) * 1.4);
  }
  @keyframes breathe {
    to {
      opacity: 0.45;
    }
  }
  .payment-link {
    display: grid;
    gap: var(--_space);
  }
  .payment-link .button {
    flex: 2 1 12rem;
    align-content: center;
  }
  .payment-link > [role='status']:empty {
    display: none;
  }
  .qr {
    display: grid;
    gap: 0.5rem;
    justify-items: center;
    margin: 0;
    color: var(--_muted);
  }
  .qr svg {
    inline-size: min(14rem, 100%);
    border-radius: var(--_radius);
  }
  @container (max-inline-size: 24rem) {
    /* Half a line would lose the last digit of a date at 360 px. */
    .roomy {
      grid-column: 1 / -1;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .skeleton span {
      animation: none;
    }
  }
`;
