import { exchange, type Exchange } from '../answers/exchange.js';

// The page behind redirect_url is the bank's and may have any form. This reads the simplest kind: one form with hidden
// fields, one field to type into, and a button.

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  return (found?.[1] ?? found?.[2])?.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
};

/** Opens the 3-D Secure page at an address, enters a code and presses its first button, or its last one, which cancels. */
export async function passChallenge(
  address: string,
  code: string,
  which: 'first' | 'last' = 'first',
): Promise<{ readonly page: Exchange; readonly pressed: Exchange | undefined }> {
  const page = await exchange({ method: 'GET', url: address });
  const form = /<form\b[^>]*>[\s\S]*?<\/form>/i.exec(page.text)?.[0];
  if (!form) return { page, pressed: undefined };
  const sent = new URLSearchParams();
  for (const [input] of form.matchAll(/<input\b[^>]*>/gi)) {
    const name = attribute(input, 'name');
    if (name) sent.set(name, attribute(input, 'type') === 'hidden' ? (attribute(input, 'value') ?? '') : code);
  }
  const buttons = form.match(/<button\b[^>]*>/gi) ?? [];
  const button = buttons.at(which === 'first' ? 0 : -1) ?? '';
  const pressed = attribute(button, 'name');
  if (pressed) sent.set(pressed, attribute(button, 'value') ?? '');
  const target = new URL(attribute(form, 'action') ?? '', address).href;
  return {
    page,
    pressed: await exchange({
      method: 'POST',
      url: target,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: sent.toString(),
    }),
  };
}
