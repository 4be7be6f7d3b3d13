import { html, type TemplateResult } from 'lit';
import type { Words } from '../../../locales/catalogue.js';
import { copyOrSelect } from './copy-or-select.js';

/** The button that passes on what proves a payment: by the device's apps, else by the clipboard, else as a text to copy by hand. */
export function shareProofView(proof: string, words: Words): TemplateResult {
  const press = async ({ currentTarget }: Event): Promise<void> => {
    const status = (currentTarget as Element).nextElementSibling!;
    try {
      await navigator.share({ text: proof });
    } catch (error) {
      // The payer has closed the list of apps, or it is still open.
      if (!/^(Abort|InvalidState)/.test((error as Error).name)) await copyOrSelect(proof, words.copied, status);
    }
  };
  return html`
    <button part="button" type="button" class="quiet" @click=${press}>${words.share_proof}</button>
    <span class="goes-to" role="status" dir="auto"></span>
  `;
}
