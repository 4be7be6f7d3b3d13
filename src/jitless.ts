import * as z from 'zod/mini';

// Under a content security policy without unsafe-eval zod's compiled checks would be refused, and reported. Schemas
// read this when they are made, so it comes before all of them; and only in the script: in the npm package it would
// change the page's own zod.
z.config({ jitless: true });
