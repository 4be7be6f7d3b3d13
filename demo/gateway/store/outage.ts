// PostgreSQL's error classes (appendix A of its manual) that are not about the query: connection, rollback by the server,
// resources, lock, operator, system.
const CLASSES = ['08', '40', '53', '55', '57', '58'];

// idle_in_transaction_session_timeout: this process was idle inside a transaction, so the server rolled it back.
const STOOD_STILL = '25P03';

// Node's codes for network and disk failures.
const SYSTEM = /^E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_|NOTFOUND|NOSPC|IO$)/;

// The driver's own errors have no code.
const DRIVER = /connection (terminated|error)|timeout exceeded when trying to connect|not queryable/i;

/** Whether an error means that the database is unavailable, so that the same call may succeed later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const isUnavailable = code.length === 5 && CLASSES.includes(code.slice(0, 2)) && /^[\dA-Z]+$/.test(code);
  return isUnavailable || code === STOOD_STILL || SYSTEM.test(code) || DRIVER.test(error.message) || isOutage(error.cause);
}
