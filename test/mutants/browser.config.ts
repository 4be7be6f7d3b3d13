// The tests of the elements with changed sources; in-browser.mjs runs them.
import type { Plugin, UserConfig } from 'vite';
import project from '../../vite.config.js';

interface Mutants {
  readonly sources: ReadonlyMap<string, string>;
  readonly active: readonly string[];
  readonly limit: number;
  readonly reached: Map<string, Set<string>>;
}

const table = (globalThis as unknown as { mutants: Mutants }).mutants;

/** Gives the page the changed sources, says which changes are on, and hears which changes a test file has reached. */
const changedSources: Plugin = {
  name: 'changed-sources',
  enforce: 'pre',
  load: (id) => table.sources.get(id.replace(/\?.*/, '')),
  configureServer({ middlewares }) {
    middlewares.use('/mutants', (request, response) => {
      if (request.method !== 'POST') return response.end(JSON.stringify({ active: table.active, limit: table.limit }));
      let text = '';
      request.on('data', (chunk: Buffer) => void (text += chunk.toString()));
      request.on('end', () => {
        const { file, ids } = JSON.parse(text) as { file: string; ids: string[] };
        for (const id of ids) table.reached.set(id, (table.reached.get(id) ?? new Set()).add(file));
        response.end();
      });
    });
  },
};

interface Config extends Omit<UserConfig, 'test'> {
  readonly test: { readonly projects: readonly { readonly test: { readonly name: string; readonly setupFiles?: string[] } }[] };
}
const { plugins = [], ...config } = project({ command: 'serve', mode: 'test' }) as unknown as Config;
const elements = config.test.projects.find(({ test }) => test.name === 'chromium')!;
elements.test.setupFiles?.unshift('test/mutants/switch.ts');

// oxlint-disable-next-line import/no-default-export -- Vitest reads a default export.
export default { ...config, plugins: [changedSources, ...plugins], test: { ...config.test, projects: [elements] } };
