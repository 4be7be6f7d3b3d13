// The tests that one group of mutants is tried with; run.mjs names them.
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { inputsStyleText } from '../../build/inputs-style.mjs';

// oxlint-disable-next-line import/no-default-export -- Vitest reads a default export.
export default defineConfig({
  plugins: [inputsStyleText()],
  test: {
    environment: 'node',
    include: (process.env['MUTANT_TESTS'] ?? '').split(' '),
    // Each mutant would read megabytes, or the source itself, which is changed.
    testNamePattern: /^(?!.*(of 1 MB|a large modulus|the documentation explains))/,
    // As in the project's own configuration, because loading the modules again takes longer than the tests.
    isolate: false,
    testTimeout: 20_000,
  },
});
