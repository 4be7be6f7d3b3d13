/**
 * Loads a module file whose hash is known: a page that checks the integrity of its script must not run an unchecked file
 * through it. Browsers without `modulepreload` don't check the hash.
 *
 * @param attempt The number of earlier tries: some browsers remember a failed import by its address.
 */
export async function loadBeside<Module>(file: URL, integrity: string, attempt: number): Promise<Module> {
  if (attempt > 0) file.search = `retry=${attempt}`;
  const link = document.createElement('link');
  if (link.relList.supports('modulepreload')) {
    Object.assign(link, { rel: 'modulepreload', href: file.href, integrity, crossOrigin: 'anonymous', nonce: ownNonce() });
    await new Promise<void>((resolve, reject) => {
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => reject(new TypeError(`nothing usable from ${file.href}`)));
      document.head.append(link);
    }).finally(() => link.remove());
  }
  return (await import(/* @vite-ignore */ file.href)) as Module;
}

/** The nonce of the page's scripts, which a strict policy demands. */
const ownNonce = (): string => document.querySelector<HTMLScriptElement>('script[type=module][nonce]')?.nonce ?? '';
