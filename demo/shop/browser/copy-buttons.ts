const SHOWN_MS = 1500;

/** Makes each button copy the number beside it. The buttons stay hidden when the browser has no clipboard. */
export function wireCopyButtons(buttons: Iterable<HTMLButtonElement>): void {
  if (!('clipboard' in navigator)) return;
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const number = button.parentElement?.querySelector('.number')?.textContent?.replaceAll(/\D/g, '') ?? '';
      navigator.clipboard.writeText(number).then(
        () => say(button, 'Copied'),
        () => say(button, 'Not allowed'),
      );
    });
  }
}

function say(button: HTMLButtonElement, text: string): void {
  button.textContent = text;
  setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS);
}
