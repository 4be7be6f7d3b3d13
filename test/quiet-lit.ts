// Browser tests run Lit's development build for its checks; its greeting would be in every test's console.
(globalThis as { litIssuedWarnings?: Set<string> }).litIssuedWarnings = new Set(['dev-mode']);
