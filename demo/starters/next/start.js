// `node start.js dev`, or `start` after a build: Next on this machine alone, unless HOST says otherwise, at the port of SHOP_URL.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
const [mode = 'dev'] = process.argv.slice(2);
// Next reads its files of settings itself; here they only say the port.
const env = { ...process.env };
const { SHOP_URL } = createRequire(next)('@next/env').loadEnvConfig(process.cwd(), mode === 'dev').combinedEnv;
env.PORT ||= (SHOP_URL && new URL(SHOP_URL).port) || '3000';
const words = [next, mode, '--hostname', env.HOST || 'localhost'];
const child = spawn(process.execPath, words, { stdio: 'inherit', env }).once('exit', (code) => process.exit(code ?? 1));
// A signal may reach this process alone: without it, Next would keep its port.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
