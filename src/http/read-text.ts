/** Returned when the body exceeds the limit. */
export const TOO_LARGE = /* @__PURE__ */ Symbol('too large');

/** Reads the text of a response, and stops as soon as it has more bytes than the limit. */
export async function readText({ body }: Response, limit: number): Promise<string | typeof TOO_LARGE> {
  if (!body) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > limit) {
      reader.cancel().catch(() => undefined);
      return TOO_LARGE;
    }
    text += decoder.decode(value, { stream: true });
  }
}
