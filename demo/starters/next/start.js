// By itself, `next dev` listens on every address of this machine.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
const words = [next, 'dev', '--hostname', process.env.HOST || '127.0.0.1'];
spawn(process.execPath, words, { stdio: 'inherit' }).once('exit', (code) => process.exit(code ?? 1));
