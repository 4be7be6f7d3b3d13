import { css } from 'lit';

/** How what is on offer stands together. */
export const offerStyles = css`
  .offer {
    display: grid;
    gap: 0.25rem;
  }
`;
