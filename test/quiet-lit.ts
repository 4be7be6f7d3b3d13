// Browser tests use Lit's development build for its checks; its greeting would appear in every test's console.
(globalThis as { litIssuedWarnings?: Set<string> }).litIssuedWarnings = new Set(['dev-mode']);
