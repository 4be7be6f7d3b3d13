import { css } from 'lit';

/** The styles of the frame with the isolated fields. */
export const framedStyles = css`
  /*
   * Wider by the frame around a button with the focus, because a frame shows nothing beyond its edge. No higher: where it lay over what comes
   * before or after the element, a browser would take the whole frame for covered, and the button would refuse each press.
   */
  ::slotted(iframe) {
    display: block !important;
    inline-size: calc(100% + 8px) !important;
    max-inline-size: none !important;
    margin: 0 -4px !important;
    border: 0 !important;
    /* One with a negative offset would cover the frame, and no browser would notice that. */
    outline: 0 !important;
    color-scheme: inherit;
  }
  .coming ::slotted(iframe) {
    position: absolute !important;
    inset-block-start: 0;
    visibility: hidden;
  }
  :host([fields-url]) {
    outline: 0 !important;
  }
  .lost {
    display: grid;
    gap: calc(var(--_space) * 0.5);
    justify-items: start;
  }
`;
