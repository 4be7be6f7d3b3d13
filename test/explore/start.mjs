// `npm run explore`: every way in which a few things go wrong. Node 20 reads no TypeScript, so Vite does.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installWhenStale, root } from '../../build/install.mjs';

try {
  await installWhenStale();
  const { runnerImport } = await import('vite');
  const path = fileURLToPath(new URL('main.ts', import.meta.url));
  /** @type {{ module: typeof import('./main.js') }} */
  const { module } = await runnerImport(path, { root, configFile: false, logLevel: 'error' });
  process.exitCode = await module.main(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
