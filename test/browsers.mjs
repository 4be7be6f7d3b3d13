// Finds the browser the tests drive and, when a machine has none, installs one. Node's built-ins only at load time:
// this file also runs right after an install, and is imported by vite.config.ts.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/** What Playwright switches off: a second list replaces its own. */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Pages that Chromium 156 loads for the address bar of each new window: more work than the page under test. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Switches for a browser under test: no sandbox (containers run as root), no background traffic. */
export const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...ADDRESS_BAR].join()}`,
];

const NAMES_ON_PATH = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** What to do on a machine where no Chromium was found and none could be installed. */
export const CURE =
  'No Chromium was found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to its program, ' +
  'or run: npx playwright install chromium';

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @param {string} name */
export function onPath(name) {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, file)).find(isProgram);
}

function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    return roots.flatMap((root) => (root ? [join(root, 'Google/Chrome/Application/chrome.exe')] : []));
  }
  return [];
}

/**
 * The browser that playwright has downloaded for itself.
 *
 * @param {'chromium' | 'firefox' | 'webkit'} engine
 * @returns {string | undefined} its program.
 */
export function playwrightsOwn(engine) {
  try {
    return [createRequire(import.meta.url)('playwright')[engine].executablePath()].find(isProgram);
  } catch {
    return undefined;
  }
}

/**
 * Finds Chromium without starting or installing anything: CHROMIUM_PATH, then PATH, then the system's usual places, then
 * playwright's own download.
 *
 * @returns {{ chromium?: string }}
 * @throws {Error} when CHROMIUM_PATH is set and is not a program.
 */
export function find() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !isProgram(chosen)) {
    throw new Error(`CHROMIUM_PATH is set to ${chosen}, which is not a program. Correct it or unset it.`);
  }
  const chromium =
    chosen || NAMES_ON_PATH.map(onPath).find(Boolean) || usualPlaces().find(isProgram) || playwrightsOwn('chromium');
  return chromium ? { chromium } : {};
}

/**
 * Runs an installer, and shows its output only if it fails.
 *
 * @param {string} command
 * @param {string[]} commandArguments
 */
function run(command, commandArguments) {
  console.error(`  $ ${command} ${commandArguments.join(' ')}`);
  const { status, stdout, stderr, error } = spawnSync(command, commandArguments, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return true;
  const output = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim().split('\n');
  console.error(['  That did not work:', ...output.slice(-6)].join('\n    '));
  return false;
}

function downloadByPlaywright() {
  const require = createRequire(import.meta.url);
  const program = join(require.resolve('playwright/package.json'), '..', 'cli.js');
  return run(process.execPath, [program, 'install', 'chromium']);
}

/**
 * Installs packages with apt-get, when this is Debian and we are root.
 *
 * @param {string[]} packages
 * @returns {boolean} whether it succeeded.
 */
export function installFromDebian(packages) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  // Another installer may be at work.
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  return (
    run('apt-get', [...wait, 'update', '-qq']) &&
    run('apt-get', [...wait, 'install', '-y', '-qq', '--no-install-recommends', ...packages])
  );
}

/**
 * Finds Chromium, or installs it: playwright's download, or else Debian's package when root on Debian.
 *
 * @returns {string} the program's path.
 * @throws {Error} whose message explains what to do by hand.
 */
export function findOrInstall() {
  const there = find().chromium;
  if (there) return there;
  console.error('No Chromium on this machine: installing it.');
  for (const install of [downloadByPlaywright, () => installFromDebian(['chromium'])]) {
    if (install()) {
      const { chromium } = find();
      if (chromium) return chromium;
    }
  }
  throw new Error(CURE);
}
