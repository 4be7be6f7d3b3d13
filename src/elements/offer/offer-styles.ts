import { css } from 'lit';

/** The styles of an offer and its placeholder. */
export const offerStyles = css`
  .offer {
    display: grid;
    gap: 0.25rem;
  }
  .skeleton {
    display: grid;
    gap: var(--_space);
  }
  .skeleton span {
    block-size: 3rem;
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_border) 22%, transparent);
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  .skeleton span:first-child {
    block-size: 5.5rem;
    border-radius: calc(var(--_radius) * 1.4);
  }
  @keyframes breathe {
    to {
      opacity: 0.45;
    }
  }
  @media (forced-colors: active) {
    .skeleton span {
      border: 1px solid GrayText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .skeleton span {
      animation: none;
    }
  }
`;
