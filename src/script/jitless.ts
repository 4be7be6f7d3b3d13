import * as z from 'zod/mini';

// A content security policy without unsafe-eval would block and report zod's compiled checks. Schemas read this setting when
// they are created, so it comes before all of them. It is only in the script: in the npm package it would change the page's
// own zod.
z.config({ jitless: true });
