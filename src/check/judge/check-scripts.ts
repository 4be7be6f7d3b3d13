import { type Finding, finding } from './finding.js';
import { isOfSandbox } from './check-elements.js';
import type { FieldsFiles } from '../../hosting/fields-page.js';
import type { ObservedPage, ObservedScript, OwnScript } from '../observe/observed-page.js';

/** The files of this version of the package: its scripts, from `dist/script-inventory.json`, and the isolated fields. */
export interface Published {
  readonly version: string;
  readonly fields?: FieldsFiles;
  readonly scripts: readonly { readonly file: string; readonly integrity: string }[];
}

const tagWith = (hash: string): string => `integrity="${hash}" crossorigin="anonymous"`;

/** Compares the script files of the package that the page loads with the published ones. */
function checkOwnScripts({ address, ownScripts, mismatches }: ObservedPage, { version, scripts }: Published): Finding[] {
  return Object.entries(ownScripts).flatMap(([url, script]) => {
    // A finding of its own: no payer gets it.
    if (isOfSandbox(url, address)) return [];
    if (script.version !== version) {
      return finding(
        'script_version',
        `The script ${url} has version ${script.version}; this command has version ${version} and can’t compare its hash.`,
        'A changed file would not be noticed.',
        `Check the page with the command of the version that it loads (${script.version}).`,
      );
    }
    // A file that the browser refused is reported as a mismatch.
    if (!isAltered(script, { version, scripts }) || url in mismatches) return [];
    return finding(
      'script_unknown',
      `The script ${url} calls itself checkout-elements ${version}, but none of that version’s files has its hash (${script.hash}).`,
      'The file was changed after it was built. A changed script can read every card.',
      'Replace it with the file from dist/cdn of the package, and find out who changed it.',
    );
  });
}

function checkMismatches({ mismatches }: ObservedPage, published: Published | undefined): Finding[] {
  return Object.entries(mismatches).map(([url, hash]) => {
    const isPublished = published?.scripts.some(({ integrity }) => integrity === hash) ?? false;
    return finding(
      'integrity_mismatch',
      `The browser refuses ${url}: its hash is ${hash}, which its tag’s integrity does not name.`,
      'The script does not run: the elements, or a part of the page, do not work.',
      isPublished
        ? `The file is one of checkout-elements ${published?.version}: set ${tagWith(hash)}.`
        : 'Find out who changed the file, or which version it is, before you change the hash.',
    );
  });
}

/** Whether a file names this version, but is not one of its files. */
const isAltered = ({ version, hash }: OwnScript, published: Published | undefined): boolean =>
  published?.version === version && !published.scripts.some(({ integrity }) => integrity === hash);

/** Checks a script without integrity. */
function checkUnpinned(
  page: string,
  { url }: ObservedScript,
  { ownScripts }: ObservedPage,
  published: Published | undefined,
): Finding[] {
  const own = ownScripts[url];
  // Its hash would pin the change.
  if (own && isAltered(own, published) && !isOfSandbox(url, page)) return [];
  const isForeign = new URL(url).origin !== new URL(page).origin;
  if (own && isForeign) {
    // Its hash would be wrong for the published file.
    if (isOfSandbox(url, page)) return [];
    return [
      finding(
        'integrity_missing',
        `The element's script ${url} comes from another origin, without integrity.`,
        'Anyone who can change that file can read every card.',
        `Use a fixed version with ${tagWith(own.hash)}, or serve it yourself.`,
      ),
    ];
  }
  if (isForeign) {
    return [
      finding(
        'foreign_script',
        `The script ${url} of another origin runs in the page, without integrity.`,
        'A script in the page can read what the payer types, and anyone who can change that file can change the page.',
        'Remove it from the page where cards are typed, or pin it with integrity.',
      ),
    ];
  }
  if (!own) return [];
  return [
    finding(
      'integrity_advised',
      `The element's script ${url} has no integrity.`,
      'Anyone who can change the file on your server can read every card; a page with the hash refuses a changed file.',
      `Set ${tagWith(own.hash)} on its tag.`,
    ),
  ];
}

/** Finds problems with the page's scripts. */
export function checkScripts(seen: ObservedPage, published: Published | undefined): Finding[] {
  const found: Finding[] = [];
  for (const { url: page, scripts } of seen.documents) {
    for (const script of scripts) {
      const { url, integrity } = script;
      // The browser did not request it, and reports it in the console.
      if (!URL.canParse(url)) continue;
      if (isOfSandbox(url, page)) {
        found.push(
          finding(
            'loopback_address',
            `A script comes from ${url}.`,
            'It works only on this machine: payers don’t get the script.',
            'Serve it with the page.',
          ),
        );
      }
      if (integrity === '') found.push(...checkUnpinned(page, script, seen, published));
    }
  }
  for (const url of seen.serverScripts) {
    found.push(
      finding(
        'server_code_in_page',
        `${url} contains checkout-elements/merchant.`,
        'That code uses the secret key. If the key is delivered with it, anyone can refund, charge and sell with it.',
        'Import it only on your server; if the key was in the page, have the gateway issue a new one.',
      ),
    );
  }
  for (const url of seen.secrets) {
    found.push(
      finding(
        'secret_key_in_page',
        `${url} contains a secret key.`,
        'Everybody who opens the page can refund, charge and sell in your shop’s name.',
        'Have the gateway issue a new one at once, and use it only on your server.',
      ),
    );
  }
  return [...found, ...checkMismatches(seen, published), ...(published ? checkOwnScripts(seen, published) : [])];
}
