// Finds the other engines that the tests run in, and installs them if that takes only a package. Only Node's built-ins, as
// in browsers.mjs: vite.config.ts imports this file.
import process from 'node:process';
import { installFromDebian, isProgram, onPath, playwrightsOwn } from '../browsers.mjs';

/** @typedef {'firefox' | 'webkit'} Engine */

/**
 * @typedef {object} Found
 * @property {string} program a browser, or WebKitGTK's WebDriver.
 * @property {boolean} isPlaywrights whether playwright built it, and drives it as it drives Chromium.
 */

/** @type {Readonly<Record<Engine, { variable: string, names: string[], packages: string[], cure: string }>>} */
const ENGINES = {
  firefox: {
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    packages: ['firefox-esr'],
    cure:
      'No Firefox was found. Run: npx playwright install firefox, or install Firefox (Debian: apt-get install firefox-esr), ' +
      'or set FIREFOX_PATH to its program.',
  },
  webkit: {
    variable: 'WEBKIT_DRIVER',
    names: ['WebKitWebDriver'],
    packages: ['webkit2gtk-driver', 'xvfb'],
    cure:
      'No WebKit was found. Run: npx playwright install webkit, or install WebKitGTK’s driver and a virtual display (Debian: ' +
      'apt-get install webkit2gtk-driver xvfb), or set WEBKIT_DRIVER to the program WebKitWebDriver.',
  },
};

/** A display for machines without one. */
export const findXvfb = () => onPath('Xvfb');

/**
 * Finds an engine without starting or installing anything: by its variable, FIREFOX_PATH or WEBKIT_DRIVER, then playwright's
 * own, then on PATH, then in the usual place on macOS.
 *
 * @param {Engine} engine
 * @returns {Found | undefined}
 * @throws {Error} when the variable is set and names no program.
 */
export function findEngine(engine) {
  const { variable, names } = ENGINES[engine];
  const chosen = process.env[variable];
  if (chosen && !isProgram(chosen)) {
    throw new Error(`${variable} is set to ${chosen}, which is not a program. Correct it or unset it.`);
  }
  const own = chosen ? undefined : playwrightsOwn(engine);
  if (own) return { program: own, isPlaywrights: true };
  const onMac = engine === 'firefox' ? ['/Applications/Firefox.app/Contents/MacOS/firefox'].find(isProgram) : undefined;
  const program = chosen || names.map(onPath).find(Boolean) || onMac;
  // Without a display the driver's browser never starts, and the driver waits forever.
  const isUsable = engine === 'firefox' || findXvfb() || process.env['DISPLAY'];
  return program && isUsable ? { program, isPlaywrights: false } : undefined;
}

/**
 * How Playwright launches Firefox: its own as it is, any other with WebDriver BiDi. Over BiDi it sends clicks and keys to the process of
 * the page. A frame of another site would have a process of its own, and get none of them.
 */
export function firefoxLaunchOptions() {
  const found = findEngine('firefox');
  if (found?.isPlaywrights) return {};
  return {
    channel: 'moz-firefox',
    firefoxUserPrefs: { 'fission.autostart': false },
    ...(found ? { executablePath: found.program } : {}),
  };
}

/**
 * Makes sure that an engine is installed: as root on Debian, it installs Debian's packages.
 *
 * @param {Engine} wanted
 * @throws {Error} whose message explains what to do by hand.
 */
export function findOrInstallEngine(wanted) {
  if (findEngine(wanted)) return;
  console.error(`Not on this machine: ${wanted}. Installing.`);
  installFromDebian(ENGINES[wanted].packages);
  if (!findEngine(wanted)) throw new Error(ENGINES[wanted].cure);
}
