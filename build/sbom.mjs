// The software bill of materials: the packages that the published files contain or install, as CycloneDX 1.5, from
// package-lock.json. `npm sbom` is not used: it leaves out packages that are also a tool's peers. It also adds times and the
// machine's names, while the same sources must give the same file.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * @typedef {object} Locked
 * @property {string} version
 * @property {string} license an SPDX id.
 * @property {string} integrity
 * @property {Readonly<Record<string, string>>} [dependencies]
 */

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** @param {string} name @param {string} version */
const refOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A package in the lockfile. @returns {Locked} */
function locked(/** @type {Readonly<Record<string, Locked>>} */ packages, /** @type {string} */ name) {
  const found = packages[`node_modules/${name}`];
  if (!found?.license || !found.integrity?.startsWith('sha512-')) {
    throw new Error(`Expected ${name} in package-lock.json, with a licence and a SHA-512; run npm install.`);
  }
  return found;
}

/** A UUID derived from a text (RFC 9562, version 8). @param {string} text */
function uuidOf(text) {
  const hash = createHash('sha256').update(text).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}

/** The bill of materials of the package, as it is published. */
export function makeSbom() {
  const { name, version, license, description, dependencies } = read('package.json');
  const { packages } = read('package-lock.json');
  const direct = Object.keys(dependencies);
  const all = new Set(direct);
  for (const each of all) for (const next of Object.keys(locked(packages, each).dependencies ?? {})) all.add(next);
  const refs = (/** @type {Iterable<string>} */ names) =>
    [...names].map((each) => refOf(each, locked(packages, each).version)).sort();
  const own = refOf(name, version);
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        'bom-ref': own,
        type: 'library',
        name,
        version,
        description,
        purl: own,
        licenses: [{ license: { id: license } }],
      },
    },
    components: [...all].sort().map((each) => {
      const found = locked(packages, each);
      const ref = refOf(each, found.version);
      const content = Buffer.from(found.integrity.slice('sha512-'.length), 'base64').toString('hex');
      return {
        'bom-ref': ref,
        type: 'library',
        name: each,
        version: found.version,
        purl: ref,
        hashes: [{ alg: 'SHA-512', content }],
        licenses: [{ license: { id: found.license } }],
      };
    }),
    dependencies: [
      { ref: own, dependsOn: refs(direct) },
      ...[...all]
        .sort()
        .map((each) => ({ ref: refs([each])[0], dependsOn: refs(Object.keys(locked(packages, each).dependencies ?? {})) })),
    ],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bom))}`;
  return { $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json', serialNumber, ...bom };
}
