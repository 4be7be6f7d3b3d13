// What a person reads in a terminal. A program gets JSON: see --json.

/** Printed when the sandbox answers. */
export const greeting = (gateway: string, console: string): string => `
  The sandbox of a whole card gateway is ready. It charges no one.

  Gateway   ${gateway}   for your page (checkout-url) and your server (gatewayUrl)
  Console   ${console}   keys, payments, notifications, the clock, faults, all test cards
  Pay with  4200 0000 0000 0000     12/30, any security code
            4012 0000 0000 1097     with 3-D Secure, confirmed by the code 123456

  Requests follow. Ctrl-C ends it; --help shows its flags, --json prints for programs.

`;

const NAMES = new Map([
  [40, 'warning: '],
  [50, 'error: '],
  [60, 'error: '],
]);

/** One line of the log, which is JSON: a request as `20:51:03  POST /products  201  3 ms`, anything else as its message. */
export function forTerminal(line: string): string {
  try {
    const entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const { level, time, method, path, status, ms, msg, pid: _, ...more } = entry;
    const at = String(time).slice(11, 19);
    if (msg === 'request') return `${at}  ${String(method)} ${String(path)}  ${String(status)}  ${String(ms)} ms\n`;
    const details = Object.entries(more).map(
      ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    return `${at}  ${NAMES.get(Number(level)) ?? ''}${String(msg)}${details.join('')}\n`;
  } catch {
    return line;
  }
}
