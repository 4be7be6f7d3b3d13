// PostgreSQL's classes of errors (appendix A of its manual) that are not about what was asked: connection, rollback by the
// server, resources, lock, operator, system.
const CLASSES = ['08', '40', '53', '55', '57', '58'];

// idle_in_transaction_session_timeout: this process stood still in the midst of a transaction, which is undone.
const STOOD_STILL = '25P03';

// Node's words for a line or a disk that fails.
const SYSTEM = /^E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_|NOTFOUND|NOSPC|IO$)/;

// The driver's own errors have no code.
const DRIVER = /connection (terminated|error)|timeout exceeded when trying to connect|not queryable/i;

/**
 * Whether an error says that the database can't be reached, or can't work at the moment: the same will do later. Any other
 * comes again however often it is tried.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const told = code.length === 5 && CLASSES.includes(code.slice(0, 2)) && /^[\dA-Z]+$/.test(code);
  return told || code === STOOD_STILL || SYSTEM.test(code) || DRIVER.test(error.message) || isOutage(error.cause);
}
