// `node build.mjs <gateway|shop> <folder>`: builds one server of the demo and its browser files. bundle.mjs runs it.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { createBuilder } from 'vite';
import { filesBelow } from './bundle.mjs';
import { listedElements, scriptEnvironment } from './elements.mjs';
import { giveUp } from './on-exit.mjs';
import { root } from './install.mjs';

/** @param {string} name */
function parts(name) {
  const pages = filesBelow(`demo/${name}`).filter((file) => /\.client\.tsx?$/.test(file));
  return [
    { environment: name, entry: `demo/${name}/main.ts`, place: '' },
    // Merchants' pages load the elements from the gateway, so it serves the script file and the files that this script loads.
    ...(name === 'gateway'
      ? [
          { environment: 'script', entry: 'src/script.ts', place: 'assets' },
          ...listedElements().map(({ tag, path }) => ({ environment: scriptEnvironment(tag), entry: path, place: 'assets' })),
        ]
      : []),
    // Both serve the isolated fields: the gateway from another origin than the page's, the shop in a sandbox.
    { environment: 'fields', entry: 'src/fields.ts', place: 'assets/fields' },
    ...pages.map((entry) => ({
      environment: `page_${basename(entry).replace(/\.client\.tsx?$/, '')}`,
      entry,
      place: 'assets',
    })),
  ];
}

/**
 * The compilers for the shop's pages with a framework. Vue needs to know that names with a hyphen are custom elements.
 *
 * @param {string} name
 */
const compilers = (name) =>
  name === 'shop'
    ? [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.includes('-') } } }), svelte({ configFile: false })]
    : [];

/**
 * @param {string} name
 * @param {string} folder
 */
async function build(name, folder) {
  const wanted = parts(name);
  const missing = wanted.find(({ entry }) => !existsSync(join(root, entry)));
  if (missing) throw new Error(`${missing.entry} is missing: the ${name} can't be built without it.`);
  const builder = await createBuilder({
    root,
    configFile: join(root, 'vite.config.ts'),
    mode: 'sandbox',
    plugins: compilers(name),
    // The package by its own name, as a merchant imports it.
    resolve: { alias: { 'checkout-elements': join(root, 'src') } },
    logLevel: 'silent',
    environments: Object.fromEntries(
      wanted.map(({ environment, place }) => [environment, { build: { outDir: join(folder, place), emptyOutDir: false } }]),
    ),
  });
  for (const { environment } of wanted) {
    const known = builder.environments[environment];
    if (!known) throw new Error(`vite.config.ts has no environment named ${environment}.`);
    await builder.build(known);
  }
}

const [name, folder] = process.argv.slice(2);
if (!name || !folder) giveUp(new Error('Expected the name of a server and a folder.'));
build(name, folder).catch(giveUp);
