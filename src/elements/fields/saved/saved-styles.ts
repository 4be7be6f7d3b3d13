import { css } from 'lit';

/** The styles of saved cards: rows in the same frame as the card's fields. */
export const savedStyles = css`
  /* Rows and fields lie in one frame, so that the fields of the chosen card can stand under its row. */
  .saved-cards,
  .choices {
    display: contents;
  }
  .fields:has(.chosen) > .field {
    order: 1;
  }
  .chosen ~ * {
    order: 2;
  }
  .choice {
    position: relative;
    display: flex;
    flex: 1 1 100%;
    align-items: center;
    min-inline-size: 0;
    /* As high as the longest text of a saved card, so that the placeholder has the right height. */
    min-block-size: 3.5rem;
    background: var(--_field);
  }
  .choice:has(:checked) {
    background: color-mix(in srgb, var(--_accent) 7%, var(--_field));
  }
  .choice label {
    display: flex;
    flex: 1;
    gap: calc(var(--_space) * 0.625);
    align-items: center;
    align-self: stretch;
    min-inline-size: 0;
    padding: calc(var(--_space) * 0.375) calc(var(--_space) * 0.75);
    font-size: 1em;
    font-weight: 500;
    color: inherit;
    cursor: pointer;
  }
  .choice label:has(:disabled) {
    color: var(--_muted);
    cursor: default;
  }
  .choice [type='radio'] {
    flex: none;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    min-block-size: 0;
    margin: 0;
    padding: 0;
    /* In a dark page browsers fill a free button as grey as one that is off. */
    appearance: none;
    background: var(--_field);
    border: 1px solid var(--_border);
    border-radius: 50%;
  }
  .choice [type='radio']:checked {
    border: 0.375rem solid var(--_accent);
  }
  .choice [type='radio']:disabled {
    background: var(--_line);
    border-style: dashed;
  }
  .art {
    display: grid;
    place-content: center;
  }
  .art > * {
    max-inline-size: 2rem;
    max-block-size: 1.25rem;
  }
  .which {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 0 calc(var(--_space) * 0.75);
    align-items: baseline;
    min-inline-size: 0;
    text-wrap: balance;
  }
  /* On a line of its own. Nothing that it is written with reaches the digits. */
  .which .label {
    flex: 1 0 100%;
    overflow: hidden;
  }
  .which .label + span {
    font-size: 0.875em;
    font-weight: 400;
  }
  .which small {
    margin-inline-start: auto;
    font-size: 0.8125em;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
    color: var(--_muted);
    white-space: nowrap;
  }
  .which .expired {
    color: var(--_danger);
  }
  /* A whole sentence. */
  .which [role='alert'] {
    flex-basis: 100%;
    margin: 0;
    white-space: normal;
  }
  /* The focus is shown around the whole row, because a press anywhere in the row chooses the card. */
  .choice:has(:focus-visible[type='radio'])::after {
    content: '';
    position: absolute;
    inset: 0;
    border: 2px solid var(--_accent);
    border-radius: calc(var(--_radius) - 1px);
    pointer-events: none;
  }
  .choices[aria-invalid='true'] [type='radio']:enabled {
    outline: 2px solid var(--_danger);
    outline-offset: 1px;
  }
  .choices .error {
    flex: 1 1 100%;
    padding: calc(var(--_space) * 0.5) calc(var(--_space) * 0.75);
    font-size: 0.8125rem;
    background: var(--_field);
  }
  button.remove {
    flex: none;
    inline-size: 2.75rem;
    margin-inline-end: calc(var(--_space) * 0.25);
    padding: 0;
    color: var(--_muted);
    border: 0;
  }
  .remove svg {
    display: block;
    inline-size: 1rem;
    block-size: 1rem;
    margin: auto;
  }
  .question {
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.5);
    justify-content: space-between;
    padding: calc(var(--_space) * 0.375) calc(var(--_space) * 0.5) calc(var(--_space) * 0.375) calc(var(--_space) * 0.75);
  }
  .answers {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.5);
    margin-inline-start: auto;
  }
  .answers button {
    flex: 1 0 auto;
    padding-inline: calc(var(--_space) * 0.75);
  }
  button.danger {
    color: var(--_danger);
  }
  /* Every row in two lines, where the longest does not fit in one. */
  @container (max-inline-size: 30rem) {
    .which {
      display: grid;
    }
    .which small {
      margin: 0;
    }
  }
  @container (max-inline-size: 17rem) {
    .choice .glyph {
      display: none;
    }
    .choice label {
      padding-inline-end: 0;
    }
    .which small {
      white-space: normal;
    }
    .which small bdi {
      white-space: nowrap;
    }
    /* Leaves room for the dots and digits on one line, in every language. */
    button.remove {
      inline-size: 2rem;
      margin: 0;
    }
  }
  @media (forced-colors: active) {
    .choice [type='radio'] {
      appearance: auto;
    }
    .choice:has(:focus-visible[type='radio'])::after {
      border-color: Highlight;
    }
    .choice label:has(:disabled) {
      color: GrayText;
    }
  }
`;
