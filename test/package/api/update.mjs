// `npm run api`: updates the reviewed API reports from the build in dist.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractReports, reviewed } from './report.mjs';

for (const [entry, report] of Object.entries(extractReports())) writeFileSync(join(reviewed, `${entry}.api.md`), report);
console.log('The API reports in test/package/api match dist. Review the changes before you commit them.');
