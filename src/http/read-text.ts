/** The body was longer than the limit. */
export const TOO_LARGE = /* @__PURE__ */ Symbol('too large');

/** The text of a response, unless it takes more bytes than the limit; then nothing more of it is read. */
export async function readText({ body }: Response, limit: number): Promise<string | typeof TOO_LARGE> {
  if (!body) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (let length = 0; ; ) {
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
