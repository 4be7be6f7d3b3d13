import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Reads a built browser file by name; undefined when it was not built. */
export type Assets = (name: string) => Promise<Uint8Array | undefined>;

/** Built files in a folder. */
export const assetsIn =
  (folder: URL): Assets =>
  async (name) => {
    try {
      return await readFile(new URL(name, folder));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  };

/** Responds with a script file. Browsers revalidate it each time and receive it again only when it has changed. */
export async function scriptResponse(request: Request, assets: Assets, name: string): Promise<Response> {
  const bytes = await assets(name);
  if (!bytes) {
    return new Response(`${name} was not built. Build the project, then start the sandbox again.\n`, {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = { etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(Buffer.from(bytes), { headers: { ...headers, 'content-type': 'text/javascript; charset=utf-8' } });
}
