// `npm run build:sandbox`: the package checkout-elements-sandbox in dist-sandbox, for `npm pack ./dist-sandbox`.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { installWhenStale, root } from './install.mjs';
import { giveUp } from './on-exit.mjs';

/** npx does not pass signals on, so the command ends when npx does. Otherwise it would keep its port. */
const COMMAND = `#!/usr/bin/env node
import process from 'node:process';
import { onNpmExit } from './on-npm-exit.mjs';

if (process.argv[2] === 'starter') {
  const { copyStarter } = await import('./starter.mjs');
  await copyStarter(process.argv.slice(3));
} else if (process.argv[2] === 'listen') {
  const { listen } = await import('./listen.mjs');
  await listen(process.argv.slice(3));
} else if (process.argv[2] === 'trigger') {
  const { trigger } = await import('./trigger.mjs');
  await trigger(process.argv.slice(3));
} else {
  onNpmExit(() => process.kill(process.pid, 'SIGTERM'));
  await import('./gateway.js');
}
`;

/** Packages that the bundle loads instead of containing them. */
const DEPENDENCIES = ['@electric-sql/pglite', 'pg'];

/** The packages in the script files, which have no source maps to read them from. */
const IN_SCRIPTS = ['lit', 'lit-html', '@lit/reactive-element', 'jose', 'zod'];

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The packages whose code is in a bundled program, by its source maps. @param {string} folder */
function bundledPackages(folder) {
  const maps = readdirSync(folder).filter((name) => name.endsWith('.map'));
  /** @type {string[]} */
  const sources = maps.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).sources);
  const names = sources.flatMap((source) => {
    const path = relative(join(root, 'node_modules'), resolve(folder, source)).split(sep);
    return path[0] === '..' ? [] : path.slice(0, path[0]?.startsWith('@') ? 2 : 1).join('/');
  });
  return [...new Set([...names, ...IN_SCRIPTS])].sort();
}

/** Drizzle names its license, but has no file with the text; this package has the same one. */
const SAME_LICENSE = new Map([['drizzle-orm', '@electric-sql/pglite']]);

/** @param {readonly string[]} names */
function licenses(names) {
  const texts = names.map((name) => {
    const { version, license } = readJson(join('node_modules', name, 'package.json'));
    const from = SAME_LICENSE.get(name) ?? name;
    const folder = join(root, 'node_modules', from);
    const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each));
    const same = readJson(join('node_modules', from, 'package.json')).license === license;
    if (!file || !same) throw new Error(`The package ${name} is in the bundle, but its license (${license}) has no file.`);
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

function manifest() {
  const { version, engines, devDependencies } = readJson('package.json');
  const dependencies = Object.fromEntries(DEPENDENCIES.map((name) => [name, devDependencies[name]]));
  return { ...readJson('demo/sandbox/package.json'), version, engines, dependencies };
}

/** @param {string} to */
function compile(to) {
  const sources = ['start.ts', 'console.ts'].map((name) => `demo/sandbox/${name}`);
  const flags =
    '--ignoreConfig --strict --target ES2022 --lib ES2023 --module NodeNext --types node --declaration --skipLibCheck'.split(' ');
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, '--outDir', to, ...sources], {
    cwd: root,
    stdio: 'inherit',
  });
}

/** Files that appear in a starter when somebody runs it in the repository; .env and its like may hold their secrets. */
const LEFTOVERS = /^(node_modules|dist|\.next|package-lock\.json|next-env\.d\.ts|\.env(\..+)?\.local|\.env)$/;

/** @param {string} path */
export const isLeftover = (path) => LEFTOVERS.test(basename(path));

/** @param {string} to */
function copyStarters(to) {
  cpSync(join(root, 'demo/starters'), to, { recursive: true, filter: (path) => !isLeftover(path) });
  // npm leaves out files named .gitignore. The command `starter` restores the name.
  for (const name of readdirSync(to)) {
    const hidden = join(to, name, '.gitignore');
    if (existsSync(hidden)) renameSync(hidden, join(to, name, 'gitignore'));
  }
}

/**
 * Builds the package.
 *
 * @param {string} to the folder, which is emptied first.
 */
export async function buildSandbox(to = join(root, 'dist-sandbox')) {
  const program = await bundle('gateway');
  const from = dirname(program);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.map') });
  compile(to);
  const files = [
    'LICENSE',
    'demo/sandbox/README.md',
    'demo/sandbox/starter.mjs',
    'demo/sandbox/listen.mjs',
    'demo/sandbox/trigger.mjs',
    'demo/start/process/follow-parent.mjs',
  ];
  for (const file of [...files, 'build/on-npm-exit.mjs']) cpSync(join(root, file), join(to, basename(file)));
  writeFileSync(join(to, 'sandbox.js'), COMMAND);
  copyStarters(join(to, 'starters'));
  writeFileSync(join(to, 'third-party-licenses.txt'), licenses(bundledPackages(from)));
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  return to;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await installWhenStale()
    .then(() => buildSandbox())
    .catch(giveUp);
