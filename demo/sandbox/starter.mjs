// `checkout-elements-sandbox starter NAME FOLDER`, and `npm run starter -- NAME FOLDER` in a clone: copies a small project to begin with, and
// fills in the addresses and keys of the running sandbox.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** In the package of the sandbox they are beside this file. */
const [STARTERS = ''] = ['starters/', '../starters/']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter(existsSync);
const SETTINGS = ['sandbox.env', '.env.development'];
const TEXT = /** @type {const} */ ({ type: 'string' });

/** What a starter is and sells: the title of its README, and the first sentence. @param {string} name */
const aboutOf = (name) =>
  /^# (.+)\n\n(.+?\.)\s/
    .exec(readFileSync(join(STARTERS, name, 'README.md'), 'utf8'))
    ?.slice(1)
    .join('. ') ?? name;

/** @param {string} text @param {string} command @returns {never} */
function fail(text, command) {
  const names = readdirSync(STARTERS).sort();
  console.error(`${text}
Usage: ${command} ${names.join('|')} FOLDER [options]

${names.map((name) => `  ${name.padEnd(14)} ${aboutOf(name)}`).join('\n')}

  --port N       the shop's port; default: the starter's
  --console URL  of the sandbox; default http://127.0.0.1:4011
  --package PATH the file that npm pack makes in a clone of checkout-elements, for the starter's package.json`);
  process.exit(2);
}

/** @param {string[]} words @param {string} command */
function read(words, command) {
  try {
    return parseArgs({ args: words, options: { port: TEXT, console: TEXT, package: TEXT }, allowPositionals: true });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), command);
  }
}

/**
 * The address and the keys of the running sandbox, by the names of a file of settings.
 *
 * @param {string} consoleUrl
 * @returns {Promise<Record<string, string>>} nothing when no sandbox runs.
 */
async function askSandbox(consoleUrl) {
  const ask = async (/** @type {string} */ path) => (await fetch(`${consoleUrl}/sandbox/${path}`)).json();
  try {
    const [{ gateway_url }, [shop]] = await Promise.all([ask('addresses'), ask('shops')]);
    const { shop_id, secret_key, public_key } = shop;
    return { GATEWAY_URL: gateway_url, SHOP_ID: String(shop_id), SECRET_KEY: secret_key, PUBLIC_KEY: public_key };
  } catch {
    return {};
  }
}

/** @param {string} path @param {(text: string) => string} change */
const edit = (path, change) => writeFileSync(path, change(readFileSync(path, 'utf8')));

/**
 * Copies a starter into a new or empty folder.
 *
 * @param {string[]} words the command's arguments.
 * @param {string} [command] as the reader types it.
 * @param {() => string} [pack] makes the file to install, when `--package` names none.
 */
export async function copyStarter(words, command = 'checkout-elements-sandbox starter', pack) {
  const { values, positionals } = read(words, command);
  const [name, folder, ...more] = positionals;
  if (!name || !readdirSync(STARTERS).includes(name))
    return fail(`Expected the name of a starter${name ? `, not ${name}` : ''}.`, command);
  if (!folder || more.length > 0) return fail('Expected one folder to copy it to.', command);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return fail(`Expected a new or empty folder; ${folder} has files.`, command);
  const { port, console: consoleUrl = 'http://127.0.0.1:4011', package: given } = values;
  if (port !== undefined && !/^\d{1,5}$/.test(port)) return fail(`--port takes a number, not ${port}.`, command);
  const settings = await askSandbox(consoleUrl.replace(/\/$/, ''));
  const file = given === undefined ? pack?.() : resolve(given);

  cpSync(join(STARTERS, name), folder, { recursive: true, filter: (path) => !/[\\/](node_modules|\.next|dist)$/.test(path) });
  // npm leaves out files named .gitignore.
  if (existsSync(join(folder, 'gitignore'))) renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  let shop = '';
  for (const path of SETTINGS.map((each) => join(folder, each)).filter((each) => existsSync(each))) {
    const usual = /^SHOP_URL=(.*)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
    shop = port === undefined ? usual : usual.replace(/\d+$/, port);
    const filled = Object.entries({ ...settings, SHOP_URL: shop });
    edit(path, (text) =>
      filled.reduce((done, [key, value]) => done.replace(new RegExp(`^${key}=.*$`, 'm'), `${key}=${value}`), text),
    );
    edit(join(folder, 'README.md'), (text) => text.replaceAll(usual, shop));
  }
  if (file !== undefined)
    edit(join(folder, 'package.json'), (text) =>
      text.replace(/("checkout-elements": )".*"/, `$1${JSON.stringify(`file:${file}`)}`),
    );

  const isRunning = settings['GATEWAY_URL'] !== undefined;
  console.log(`${aboutOf(name)}\n\n${folder} is ready${isRunning ? `, for the sandbox at ${settings['GATEWAY_URL']}` : ''}.\n
  cd ${folder}
  npm install${file === undefined ? ' PATH    # the file that npm pack makes in a clone of checkout-elements' : ''}
  npm start\n
Then open ${shop}.`);
  if (!isRunning)
    console.log(
      `No sandbox answers at ${consoleUrl}. Start it, at its usual port or with this command once more into a new folder.`,
    );
}
