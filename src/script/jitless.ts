import * as z from 'zod/mini';

// Under a content security policy without unsafe-eval, zod's compiled checks would be blocked and reported. Schemas read
// this setting when they are created, so it comes before all of them. It is only in the script: in the npm package it
// would change the page's own zod.
z.config({ jitless: true });
