// Finds the interpreters that run the documentation's samples in other languages, or installs Debian's packages.
import { spawnSync } from 'node:child_process';
import { installFromDebian, onPath } from './browsers.mjs';

/** What each needs to be able to do, beside being there. */
const INTERPRETERS = {
  php: {
    packages: ['php-cli', 'php-sqlite3'],
    proof: ['-r', 'exit(extension_loaded("pdo_sqlite") && extension_loaded("openssl") ? 0 : 1);'],
  },
  python3: { packages: ['python3'], proof: ['-c', 'import sqlite3, sys; sys.exit(sys.version_info < (3, 9))'] },
  phpseclib: {
    program: 'php',
    packages: ['php-cli', 'php-gmp', 'php-phpseclib3'],
    proof: [
      '-r',
      'exit((@include "phpseclib3/autoload.php") && extension_loaded("openssl") && extension_loaded("gmp") ? 0 : 1);',
    ],
  },
  // Debian's own, which has Debian's packages, whatever else is on the path.
  cryptography: { program: '/usr/bin/python3', packages: ['python3-cryptography'], proof: ['-c', 'import cryptography'] },
  ruby: { packages: ['ruby'], proof: ['-e', 'require "openssl"; exit RUBY_VERSION >= "3.1"'] },
  go: { packages: ['golang-go'], proof: ['version'] },
};

/**
 * Finds the interpreter of this name, or of this library, or installs it when root on Debian.
 *
 * @param {keyof typeof INTERPRETERS} name
 * @returns {string} the program's path.
 * @throws {Error} whose message explains what to do by hand.
 */
export function findOrInstallInterpreter(name) {
  /** @type {{ program?: string, packages: string[], proof: string[] }} */
  const { program: named = name, packages, proof } = INTERPRETERS[name];
  const find = () => {
    const program = named.startsWith('/') ? named : onPath(named);
    return program !== undefined && spawnSync(program, proof).status === 0 ? program : undefined;
  };
  const there = find();
  if (there) return there;
  console.error(`No ${name} that can run the documentation's samples on this machine: installing it.`);
  const found = installFromDebian(packages) ? find() : undefined;
  if (!found)
    throw new Error(
      `Expected ${name} for the documentation's samples. Install it (Debian: apt-get install ${packages.join(' ')}).`,
    );
  return found;
}
