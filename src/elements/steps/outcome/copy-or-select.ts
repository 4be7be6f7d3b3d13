import { copyText } from '../../base/copy-text.js';

/** Copies a text, and says so in a live region. Where that is impossible, the text is selected, and shown there unless `shown` has it. */
export async function copyOrSelect(text: string, copied: string, status: Element, shown?: Element | null): Promise<void> {
  const isCopied = await copyText(text);
  status.textContent = isCopied ? copied : shown ? '' : text;
  if (!isCopied) getSelection()?.selectAllChildren(shown ?? status);
}
