import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [{ extends: true, test: { name: 'node', environment: 'node', include: ['test/**/*.test.ts'], exclude: ['test/**/*.browser.test.ts'] } }],
  },
});
