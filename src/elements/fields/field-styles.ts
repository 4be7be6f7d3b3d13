import { css } from 'lit';

/** How the cards and their fields look. */
export const fieldStyles = css`
  fieldset {
    margin: 0;
    min-inline-size: 0;
    padding: var(--_space);
    border: 1px solid color-mix(in srgb, var(--_border) 45%, transparent);
    border-radius: calc(var(--_radius) * 1.4);
    background: var(--_surface);
  }
  legend {
    float: inline-start;
    inline-size: 100%;
    padding: 0;
    margin-block-end: calc(var(--_space) * 0.6);
    font-weight: 650;
  }
  .fields {
    clear: both;
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: calc(var(--_space) * 0.8);
  }
  .field {
    min-inline-size: 0;
    align-self: start;
  }
  .number,
  .holder {
    grid-column: 1 / -1;
  }
  label {
    display: block;
    margin-block-end: calc(var(--_space) * 0.25);
    font-size: 0.875em;
    color: var(--_muted);
  }
  .limits {
    margin-block-start: calc(var(--_space) * 0.25);
    font-size: 0.875em;
    color: var(--_muted);
  }
  .control {
    position: relative;
    display: flex;
    align-items: center;
    /* Digits run from left to right in every script, so what stands behind them has to follow. */
    direction: ltr;
  }
  input,
  select {
    inline-size: 100%;
    min-block-size: 2.75rem;
    padding: calc(var(--_space) * 0.5) calc(var(--_space) * 0.75);
    /* Below 16 px a phone zooms into the field and leaves the payer lost. */
    font: inherit;
    font-size: max(1em, 1rem);
    font-variant-numeric: tabular-nums;
    color: inherit;
    background: var(--_field);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .number input,
  .amount input {
    padding-inline-end: calc(5.5rem + var(--_space));
  }
  input::placeholder {
    color: var(--_muted);
    opacity: 0.75;
  }
  [aria-invalid='true'] {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  .brand {
    position: absolute;
    inset-inline-end: calc(var(--_space) * 0.75);
    max-inline-size: 5.5rem;
    font-size: 0.8125em;
    line-height: 1.1;
    text-align: end;
    color: var(--_muted);
    pointer-events: none;
  }
  .saved {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.5);
    align-items: center;
    justify-content: space-between;
  }
  @media (forced-colors: active) {
    [aria-invalid='true'] {
      border-width: 3px;
    }
  }
  @container (max-inline-size: 24rem) {
    /* The whole number has to be seen, so its brand goes up beside the label. */
    .number .control {
      direction: inherit;
    }
    .number .brand {
      inset-block-end: calc(100% + var(--_space) * 0.25);
      inset-inline-end: 0;
    }
    .number input {
      padding-inline-end: calc(var(--_space) * 0.75);
    }
  }
  @container (max-inline-size: 17rem) {
    .fields {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
