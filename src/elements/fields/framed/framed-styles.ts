import { css } from 'lit';

/** How the frame of isolated fields stands in its room. */
export const framedStyles = css`
  /* Wider by the glow around a field with the focus, which no frame shows beyond its edge. */
  ::slotted(iframe) {
    display: block !important;
    inline-size: calc(100% + 8px) !important;
    max-inline-size: none !important;
    margin: -4px !important;
    border: 0 !important;
    color-scheme: inherit;
  }
  .coming ::slotted(iframe) {
    position: absolute !important;
    inset-block-start: 0;
    visibility: hidden;
  }
  .lost {
    display: grid;
    gap: calc(var(--_space) * 0.5);
    justify-items: start;
  }
`;
