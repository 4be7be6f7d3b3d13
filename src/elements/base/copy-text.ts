/** Copies a text. @returns false where that is impossible: insecure pages have no clipboard, and a payer may refuse access. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
