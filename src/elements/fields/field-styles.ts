import { css } from 'lit';

/** The styles of the cards and their fields: one frame per card, with hairlines between its fields. */
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
    /* The background shows through the gaps between the fields as hairlines. */
    background: color-mix(in srgb, var(--_border) 34%, var(--_field));
  }
  .fields,
  .field.amount {
    border: var(--_edge) solid var(--_border);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
    overflow: clip;
  }
  .field {
    position: relative;
    flex: 1 1 100%;
    min-inline-size: 0;
    background: var(--_fill, var(--_field));
  }
  .expiry,
  .verification_value,
  .half {
    flex-basis: 40%;
  }
  /* Around the field, which is the nearest box with a position. */
  .control::after {
    content: '';
    position: absolute;
    inset: 0;
    border: 0 solid;
    border-radius: calc(var(--_radius) - var(--_edge));
    pointer-events: none;
  }
  /* The frame of a field with the focus or with an error lies on that of the card, and on the hairlines: two wrong neighbours share one. */
  @supports (overflow-clip-margin: 1px) {
    .fields,
    .field.amount {
      position: relative;
      border-color: transparent;
      overflow-clip-margin: var(--_edge);
    }
    .control::after,
    .fields::after {
      inset: calc(-1 * var(--_edge));
      border-radius: var(--_radius);
    }
    /* Above the fields' corners. */
    .fields::after {
      z-index: 1;
    }
    .fields::after,
    .field.amount:not(:focus-within) .control::after {
      content: '';
      position: absolute;
      border: var(--_edge) solid var(--_border);
      pointer-events: none;
    }
  }
  .field:focus-within,
  .field:has([aria-invalid='true']) {
    z-index: 2;
  }
  .field:focus-within .control::after {
    border-width: 2px;
    border-color: var(--_accent);
  }
  .field:has([aria-invalid='true']) {
    --_fill: color-mix(in srgb, var(--_danger) 4%, var(--_field));
  }
  .field:has([aria-invalid='true']) .control::after {
    border-color: var(--_danger);
  }
  .field:not(:focus-within):has([aria-invalid='true']) .control::after {
    border-width: 1px;
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
    /* Digits run from left to right in every script, so the icon after them has to follow. */
    direction: ltr;
  }
  /* A sum and its currency, a list and its arrow, a name: these are in the language's own order. */
  .amount .control,
  .control:has(select, [dir='auto'], [type='date']) {
    direction: inherit;
  }
  input,
  select {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 2rem;
    padding: 0 calc(var(--_space) * 0.75) calc(var(--_space) * 0.375);
    /* Below 16 px, iOS zooms into the field that gets the focus, and does not zoom out again. */
    font: inherit;
    font-size: max(1em, 1rem, 16px);
    -webkit-user-select: text;
    user-select: text;
    font-variant-numeric: tabular-nums;
    color: inherit;
    background: transparent;
    border: 0;
    border-radius: 0;
    /* The field's frame shows the focus. */
    outline: 0;
  }
  :is(input, select):disabled {
    color: var(--_muted);
    -webkit-text-fill-color: var(--_muted);
    opacity: 1;
    cursor: default;
  }
  select {
    inline-size: calc(100% - 0.5rem);
    padding-inline: calc(var(--_space) * 0.5);
    background: var(--_fill, var(--_field));
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
  /* The remark that the bank needs a name is beside the label: a line of its own would push the button down. */
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
    font-size: max(1.25em, 1.25rem, 20px);
    font-weight: 600;
  }
  .amount .brand {
    flex: none;
    padding: 0 calc(var(--_space) * 0.75) calc(var(--_space) * 0.375);
    font-weight: 600;
    color: var(--_muted);
  }
  .brand slot > * {
    max-block-size: 1.25rem;
  }
  .brand .name {
    padding: 0 0.375rem;
    font-size: 0.6875rem;
    font-weight: 600;
    line-height: 1.125rem;
    white-space: nowrap;
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 0.5);
  }
  .glyph {
    flex: none;
    inline-size: 2rem;
    block-size: 1.25rem;
    color: var(--_muted);
  }
  /* In the line of the digits, because a long label takes the whole width above them. */
  :is(.number, .verification_value) .brand {
    position: absolute;
    inset-block-start: calc(var(--_space) * 0.5 + 1rem);
    inset-inline-end: 0.75rem;
    display: flex;
    gap: calc(var(--_space) * 0.375);
    align-items: center;
    block-size: 1.625rem;
    font-size: 0.75rem;
    font-weight: 500;
    color: var(--_muted);
    pointer-events: none;
  }
  .number input {
    padding-inline-end: calc(var(--_space) * 6);
  }
  .verification_value input {
    padding-inline-end: calc(var(--_space) * 3);
  }
  /* In a right-to-left language, the label and the digits are on the right, and the icon is on the left. */
  .control:dir(rtl) > input[dir='ltr'] {
    text-align: right;
  }
  .number .control:dir(rtl) > input {
    padding-inline: calc(var(--_space) * 6) calc(var(--_space) * 0.75);
  }
  .verification_value .control:dir(rtl) > input {
    padding-inline: calc(var(--_space) * 3) calc(var(--_space) * 0.75);
  }
  :is(.number, .verification_value) .brand:dir(rtl) {
    inset-inline: 0.75rem auto;
  }
  .isolated {
    position: relative;
  }
  .placeholder {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_gap);
  }
  @media (forced-colors: active) {
    /* The hairlines between the fields. */
    .fields {
      background: CanvasText;
    }
    .field:focus-within .control::after {
      border-color: Highlight;
    }
    .field:has([aria-invalid='true']) .control::after {
      border-width: 4px !important;
    }
  }
  @container (max-inline-size: 24rem) {
    /* Up beside the label, so that all of a longer number stays visible. */
    .long .brand {
      inset-block-start: 0.125rem;
    }
    .number.long input,
    .number.long .control:dir(rtl) > input {
      padding-inline: calc(var(--_space) * 0.75);
    }
    /* In half the width, the last digit of a date would be cut off at 360 px. */
    .roomy {
      flex-basis: 100%;
    }
  }
  @container (max-inline-size: 17rem) {
    .number .brand {
      inset-block-start: 0.125rem;
    }
    .number input,
    .number .control:dir(rtl) > input {
      padding-inline: calc(var(--_space) * 0.75);
    }
    .holder > .remark[role='status'] {
      position: static;
    }
    .field {
      flex-basis: 100%;
    }
    .amount input {
      padding-inline-end: 0;
      font-size: 1rem;
    }
    .number .glyph {
      display: none;
    }
  }
  /* Sixteen digits fit into a page of 240 px. */
  @container (max-inline-size: 12rem) {
    /* No room for it beside the label; a recipient's is in the summary. */
    .number .name {
      display: none;
    }
    .number input {
      padding-inline-end: 0;
      letter-spacing: -0.075em;
    }
    .number .control:dir(rtl) > input {
      padding-inline-start: 0;
    }
  }
  /* Each field has a box of its own, below its label. Not nested in the host's rule: WebKit wouldn't notice that the attribute went. */
  :host([label-position='above']) .fields {
    gap: calc(var(--_space) * 0.75);
  }
  :host([label-position='above']) .fields,
  :host([label-position='above']) .field {
    background: none;
    border: 0;
    border-radius: 0;
    box-shadow: none;
    overflow: visible;
  }
  :host([label-position='above']) .fields::after {
    content: none;
  }
  :host([label-position='above']) .field > label {
    padding: 0 0 calc(var(--_space) * 0.25);
    font-size: 0.875rem;
  }
  :host([label-position='above']) .control {
    position: relative;
    background: var(--_fill, var(--_field));
  }
  /* On the box's own frame. */
  :host([label-position='above']) .control::after {
    inset: calc(-1 * var(--_edge));
    border-radius: var(--_radius);
  }
  :host([label-position='above']) .control,
  :host([label-position='above']) .choice {
    border: var(--_edge) solid var(--_border);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
  }
  :host([label-position='above']) .control > input,
  :host([label-position='above']) .control > select {
    min-block-size: 2.75rem;
    padding-block: 0;
    /* A browser colors what it has filled in. */
    border-radius: var(--_radius);
  }
  :host([label-position='above']) :is(.number, .verification_value) .brand {
    inset-block: 0;
    block-size: auto;
  }
  :host([label-position='above']) .amount .brand {
    padding-block: 0;
  }
  :host([label-position='above']) .field > :is(.error, .remark, .limits),
  :host([label-position='above']) .choices .error {
    padding: calc(var(--_space) * 0.25) 0 0;
    background: none;
  }
  :host([label-position='above']) .holder > .remark[role='status'] {
    inset-block-start: 0;
    padding: 0;
  }
  /* Up beside the label. */
  @container (max-inline-size: 24rem) {
    :host([label-position='above']) .long .brand {
      inset-block: auto calc(100% + var(--_space) * 0.125);
      inset-inline: auto 0;
    }
  }
  @container (max-inline-size: 17rem) {
    :host([label-position='above']) .number .brand {
      inset-block: auto calc(100% + var(--_space) * 0.125);
      inset-inline: auto 0;
    }
  }
`;
