import process from 'node:process';
import fc from 'fast-check';

// Property tests draw the same cases in each `npm test`, so that only a change turns it red. `npm run test:long` draws new
// ones; a failure prints the seed that repeats it.
if (process.env['LONG'] !== '1') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_122 });
