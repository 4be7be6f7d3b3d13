// A certificate for the demo over https. It is created on this machine, and its key never leaves it.
import { randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { root } from '../../../build/install.mjs';

const DAY = 86_400_000;
const VALID_DAYS = 365;
const RENEWED_DAYS_BEFORE = 30;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** The names by which any machine reaches itself, without a network. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/** Not among the bundles, which are deleted after some days: phones have accepted this certificate. */
const KEPT = join(root, 'node_modules/.cache/checkout-elements-certificate/identity.pem');

/** @param {string[]} hosts @param {number} now milliseconds since 1970. */
async function makeIdentity(hosts, now) {
  // The library's decorators need it first.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const crypto = /** @type {Crypto} */ (/** @type {unknown} */ (webcrypto));
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      // With a leading 4 the number is positive and always has the same length.
      serialNumber: `4${randomBytes(16).toString('hex').slice(1)}`,
      name: 'CN=checkout-elements demo',
      // A phone's clock may be slow.
      notBefore: new Date(now - DAY),
      notAfter: new Date(now + VALID_DAYS * DAY),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        // No certificate authority: it is valid for these names only and can't sign others.
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(
          hosts.map((value) => ({ type: isIP(value) ? /** @type {const} */ ('ip') : /** @type {const} */ ('dns'), value })),
        ),
      ],
    },
    crypto,
  );
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return `${certificate.toString('pem')}\n${key}\n`;
}

/** Whether the stored certificate is valid for these hosts for a while. @param {string} path @param {string[]} hosts @param {number} now */
function isGood(path, hosts, now) {
  try {
    const certificate = new X509Certificate(readFileSync(path));
    const left = Date.parse(certificate.validTo) - now;
    return (
      left > RENEWED_DAYS_BEFORE * DAY &&
      hosts.every((host) => (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined)
    );
  } catch {
    return false;
  }
}

/**
 * The PEM file with a certificate for this machine and its key: the stored one, or a new one if none is stored, it is about to
 * expire, or the machine's addresses have changed.
 *
 * @param {string[]} addresses beside the loopback ones.
 * @param {{ path?: string, now?: number }} [options]
 * @returns {Promise<string>} its path.
 */
export async function keepIdentity(addresses, { path = KEPT, now = Date.now() } = {}) {
  const hosts = [...new Set([...LOOPBACK, ...addresses])];
  if (isGood(path, hosts, now)) return path;
  const identity = await makeIdentity(hosts, now);
  mkdirSync(dirname(path), { recursive: true });
  // Atomically, because another command may be reading it.
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, identity, { mode: 0o600 });
  renameSync(unfinished, path);
  return path;
}
