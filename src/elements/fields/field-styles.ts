import { css } from 'lit';

/** How the cards and their fields look: one frame per card, its fields parted by hairlines. */
export const fieldStyles = css`
  fieldset {
    margin: 0;
    min-inline-size: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    margin-block-end: calc(var(--_space) * 0.5);
    font-weight: 600;
  }
  .fields {
    display: flex;
    flex-wrap: wrap;
    gap: 1px;
    /* The hairlines are what shows between the fields. */
    background: color-mix(in srgb, var(--_border) 34%, var(--_field));
    overflow: clip;
  }
  .fields,
  .field.amount {
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
    transition: box-shadow 120ms, border-color 120ms;
  }
  :is(.fields, .field.amount):focus-within {
    border-color: var(--_accent);
    box-shadow: 0 0 0 3px var(--_glow);
  }
  .field {
    position: relative;
    flex: 1 1 40%;
    min-inline-size: 0;
    background: var(--_field);
  }
  .field.amount {
    overflow: clip;
  }
  .number,
  .holder,
  .wide {
    flex-basis: 100%;
  }
  .saved-cards {
    position: relative;
    flex: 1 1 100%;
    min-inline-size: 0;
  }
  /* As high as the longest line of a card, so that their room can be kept. */
  .saved {
    min-block-size: 3.75rem;
    background: var(--_field);
  }
  .choices {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1px;
  }
  .choice {
    min-block-size: 3.25rem;
    background: var(--_field);
  }
  /* The field that has the focus, and one with something wrong, have a frame of their own inside the card's. */
  .field::after {
    content: '';
    position: absolute;
    inset: 0;
    border: 0 solid;
    border-radius: calc(var(--_radius) - 1px);
    pointer-events: none;
  }
  .field:has([aria-invalid='true'])::after {
    border-width: 2px;
    border-color: var(--_danger);
  }
  .field:focus-within::after {
    border-width: 2px;
    border-color: var(--_accent);
  }
  /* An error stays one while it is being corrected; the outline shows the focus. */
  .field:focus-within:has([aria-invalid='true'])::after {
    border-color: var(--_danger);
    outline: 2px solid var(--_accent);
    outline-offset: 1px;
  }
  label {
    display: block;
    padding: calc(var(--_space) * 0.5) calc(var(--_space) * 0.75) 0;
    font-size: 0.75rem;
    font-weight: 500;
    line-height: 1.35;
    color: var(--_muted);
  }
  .control {
    display: flex;
    align-items: center;
    /* Digits run from left to right in every script, so what stands behind them has to follow. */
    direction: ltr;
  }
  input,
  select {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 2rem;
    padding: 0 calc(var(--_space) * 0.75) calc(var(--_space) * 0.375);
    /* Below 16 px a phone zooms into the field and leaves the payer lost. */
    font: inherit;
    font-size: max(1em, 1rem);
    font-variant-numeric: tabular-nums;
    color: inherit;
    background: transparent;
    border: 0;
    border-radius: 0;
    /* The frame around the field shows the focus; where only the system's colours are left, this does too. */
    outline: 2px solid transparent;
    outline-offset: -2px;
  }
  select {
    inline-size: calc(100% - 0.5rem);
    padding-inline: calc(var(--_space) * 0.5);
    background: var(--_field);
  }
  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .field > :is(.error, .remark, .limits) {
    padding: 0 calc(var(--_space) * 0.75) calc(var(--_space) * 0.5);
    font-size: 0.8125rem;
    line-height: 1.35;
  }
  /* That the bank asks for a name stands beside its label: the button is not pushed away by a line of its own. */
  .holder > .remark[role='status'] {
    position: absolute;
    inset-block-start: calc(var(--_space) * 0.5);
    inset-inline-end: 0;
    font-size: 0.75rem;
    pointer-events: none;
  }
  .limits {
    color: var(--_muted);
  }
  .amount input {
    min-block-size: 2.25rem;
    font-size: max(1.25em, 1.25rem);
    font-weight: 600;
  }
  .amount .brand {
    flex: none;
    padding: 0 calc(var(--_space) * 0.75) calc(var(--_space) * 0.375);
    font-weight: 600;
    color: var(--_muted);
  }
  .glyph {
    flex: none;
    inline-size: 2rem;
    block-size: 1.25rem;
    color: var(--_muted);
  }
  :is(.number, .verification_value) .brand {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0.75rem;
    display: flex;
    gap: calc(var(--_space) * 0.375);
    align-items: center;
    block-size: 3.375rem;
    font-size: 0.75rem;
    font-weight: 500;
    color: var(--_muted);
    pointer-events: none;
  }
  .number input {
    padding-inline-end: calc(var(--_space) * 7);
  }
  .verification_value input {
    padding-inline-end: calc(var(--_space) * 3);
  }
  /* From right to left the label is on the right: digits stand below it, and what belongs to them on the left. */
  .control:dir(rtl) > input[dir='ltr'] {
    text-align: right;
  }
  .number .control:dir(rtl) > input {
    padding-inline: calc(var(--_space) * 7) calc(var(--_space) * 0.75);
  }
  .verification_value .control:dir(rtl) > input {
    padding-inline: calc(var(--_space) * 3) calc(var(--_space) * 0.75);
  }
  :is(.number, .verification_value) .brand:dir(rtl) {
    inset-inline: 0.75rem auto;
  }
  .subject {
    font-size: 0.875em;
    line-height: 1.35;
    color: var(--_muted);
  }
  .isolated {
    position: relative;
  }
  .room {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_space) * 0.875);
  }
  @media (forced-colors: active) {
    .field:focus-within::after {
      border-color: Highlight;
    }
    .field:has([aria-invalid='true'])::after {
      border-width: 4px;
    }
  }
  @container (max-inline-size: 24rem) {
    .choice {
      min-block-size: 3.5rem;
    }
    /* The whole number has to be seen, so its brand goes up beside the label. */
    .number .brand {
      block-size: 1.5rem;
      inset-block-start: 0.25rem;
    }
    .number input,
    .number .control:dir(rtl) > input {
      padding-inline: calc(var(--_space) * 0.75);
    }
  }
  @container (max-inline-size: 17rem) {
    .holder > .remark[role='status'] {
      position: static;
    }
    .field {
      flex-basis: 100%;
    }
    .number .glyph {
      display: none;
    }
  }
`;
