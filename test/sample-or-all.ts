import process from 'node:process';

/** How much a test does: a sample in `npm test`, the whole in `npm run test:long`. */
export const sampleOrAll = (sample: number, whole: number): number => (process.env['LONG'] === '1' ? whole : sample);
