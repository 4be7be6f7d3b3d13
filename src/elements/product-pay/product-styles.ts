import { css } from 'lit';

/** The styles of the offer and its payment link. */
export const productStyles = css`
  .base {
    display: grid;
    gap: var(--_space);
  }
  .test,
  .setup,
  .earlier {
    margin-block-end: 0;
  }
  .steps:not(:has(> *)) {
    display: none;
  }
  .sum {
    font-size: 1.5em;
    font-weight: 650;
    line-height: 1.3;
    font-variant-numeric: tabular-nums;
  }
  .unavailable {
    display: grid;
    gap: calc(var(--_space) * 0.75);
    justify-items: start;
    padding: var(--_space);
    font-weight: 650;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  /* As high as a card and a button, so that nothing below jumps when they appear. */
  .skeleton span:first-child {
    block-size: 13.5rem;
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
`;
