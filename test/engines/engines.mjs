// Finds the other engines that the tests run in, and installs them if that takes only a package. Only Node's built-ins, as
// in browsers.mjs: vite.config.ts imports this file.
import process from 'node:process';
import { installFromDebian, isProgram, onPath } from '../browsers.mjs';

/** @typedef {'firefox' | 'webkit'} Engine */

/**
 * @typedef {object} EnginePrograms
 * @property {string} [firefox]
 * @property {{ driver: string, xvfb?: string }} [webkit] the WebDriver of WebKitGTK, and a display for machines without one.
 */

/** @type {Readonly<Record<Engine, { packages: string[], cure: string }>>} */
const ENGINES = {
  firefox: {
    packages: ['firefox-esr'],
    cure: 'No Firefox was found. Install Firefox (Debian: apt-get install firefox-esr), or set FIREFOX_PATH to its program.',
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    cure:
      'No WebKit was found. Install WebKitGTK’s driver and a virtual display (Debian: apt-get install webkit2gtk-driver ' +
      'xvfb), or set WEBKIT_DRIVER to the program WebKitWebDriver. It does not exist for macOS and Windows.',
  },
};

/** Every engine besides Chromium that the tests can run in. */
export const engines = /** @type {readonly Engine[]} */ (Object.keys(ENGINES));

/**
 * @param {string} variable
 * @param {string[]} names
 * @throws {Error} when the variable is set and names no program.
 */
function program(variable, names) {
  const chosen = process.env[variable];
  if (chosen && !isProgram(chosen)) {
    throw new Error(`${variable} is set to ${chosen}, which is not a program. Correct it or unset it.`);
  }
  return chosen || names.map(onPath).find(Boolean);
}

/**
 * Finds the engines without starting or installing anything: FIREFOX_PATH and WEBKIT_DRIVER, then PATH, then the usual
 * place on macOS.
 *
 * @returns {EnginePrograms}
 * @throws {Error} when a variable is set and names no program.
 */
export function findEngines() {
  const onMac = ['/Applications/Firefox.app/Contents/MacOS/firefox'].find(isProgram);
  const firefox = program('FIREFOX_PATH', ['firefox-esr', 'firefox']) ?? onMac;
  const driver = program('WEBKIT_DRIVER', ['WebKitWebDriver']);
  const xvfb = onPath('Xvfb');
  // Without a display its browser never starts, and the driver waits forever.
  const usable = driver && (xvfb || process.env['DISPLAY']);
  return { ...(firefox ? { firefox } : {}), ...(usable ? { webkit: { driver, ...(xvfb ? { xvfb } : {}) } } : {}) };
}

/** How Playwright launches a Firefox that it did not build itself: with WebDriver BiDi. */
export function firefoxLaunchOptions() {
  const { firefox } = findEngines();
  return { channel: 'moz-firefox', ...(firefox ? { executablePath: firefox } : {}) };
}

/**
 * Makes sure that engines are installed: as root on Debian, it installs Debian's packages.
 *
 * @param {readonly Engine[]} wanted
 * @throws {Error} whose message explains what to do by hand.
 */
export function findOrInstallEngines(wanted) {
  const missing = () => wanted.filter((engine) => !findEngines()[engine]);
  const absent = missing();
  if (absent.length > 0) {
    console.error(`Not on this machine: ${absent.join(', ')}. Installing.`);
    installFromDebian(absent.flatMap((engine) => ENGINES[engine].packages));
  }
  const gone = missing();
  if (gone.length > 0) throw new Error(gone.map((engine) => ENGINES[engine].cure).join('\n'));
}
