import { css } from 'lit';

/** The styles of what stands above a form: the line of test mode, the error of a set-up, notices. No frame and no input of a page needs them. */
export const noticeStyles = css`
  .test,
  .setup {
    margin-block-end: var(--_space);
  }
  .test {
    inline-size: fit-content;
    padding: calc(var(--_space) * 0.125) calc(var(--_space) * 0.625);
    font-size: 0.75em;
    font-weight: 600;
    text-wrap: balance;
    color: var(--_warning);
    background: color-mix(in srgb, var(--_warning) 10%, transparent);
    border: 1px solid color-mix(in srgb, var(--_warning) 40%, transparent);
    border-radius: calc(var(--_radius) * 2);
  }
  .setup {
    padding: var(--_space);
    color: var(--_danger);
    border: 2px solid currentColor;
    border-radius: var(--_radius);
    overflow-wrap: anywhere;
  }
  .earlier,
  .notices {
    display: grid;
    gap: calc(var(--_space) * 0.5);
  }
  .earlier {
    margin-block-end: var(--_space);
  }
  /* Takes no room when empty, but stays rendered: screen readers have to know a live region before it is filled. */
  .earlier:not(:has(.unfinished)),
  .notices:empty {
    position: absolute;
  }
`;
