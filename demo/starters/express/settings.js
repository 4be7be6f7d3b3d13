// The settings: from the environment, which takes precedence, or from sandbox.env.
import { existsSync } from 'node:fs';

if (existsSync('sandbox.env')) process.loadEnvFile('sandbox.env');

/** @param {string} name */
function setting(name) {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`Expected ${name} in the environment. For the sandbox, the file sandbox.env of this starter has it.`);
}

export const SHOP_ID = setting('SHOP_ID');
export const SECRET_KEY = setting('SECRET_KEY');
export const PUBLIC_KEY = setting('PUBLIC_KEY');
export const GATEWAY_URL = setting('GATEWAY_URL');
export const SHOP_URL = setting('SHOP_URL');
// Where the server listens: on this machine alone, unless HOST says otherwise.
export const HOST = process.env.HOST || '127.0.0.1';
export const PORT = Number(process.env.PORT || new URL(SHOP_URL).port || 3000);
// For the sandbox: never where you deliver anything of value.
export const ALLOW_TEST = process.env.ALLOW_TEST === 'yes';
