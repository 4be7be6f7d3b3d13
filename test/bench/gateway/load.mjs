// Sends one request over and over, in a separate process. It uses bare sockets and prepared bytes: a client that parses as
// carefully as the server would measure itself.
import { connect } from 'node:net';
import process from 'node:process';
import { quantile } from '../statistics.mjs';

/**
 * @typedef {object} Load
 * @property {number} port
 * @property {string} request the whole HTTP/1.1 request.
 * @property {number} milliseconds
 * @property {number} connections each kept alive, with one request under way.
 *
 * @typedef {object} LoadResult
 * @property {number} requests
 * @property {number} milliseconds
 * @property {number} p99 milliseconds that 99 of 100 requests took at most.
 * @property {string} [refusal] the first unsuccessful answer.
 */

/** The length of the whole answer at the front, or undefined while it is not all there. @param {Buffer} received */
function answerLength(received) {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const headers = received.toString('latin1', 0, head).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(headers)?.[1];
  const end = length === undefined ? received.indexOf('\r\n0\r\n\r\n', head) + 7 : head + 4 + Number(length);
  return end > head && end <= received.length ? end : undefined;
}

/** @param {Load} load @returns {Promise<LoadResult>} */
async function run({ port, request, milliseconds, connections }) {
  const bytes = Buffer.from(request, 'utf8');
  const began = performance.now();
  /** @type {number[]} */
  const took = [];
  /** @type {string | undefined} */
  let refusal;
  const sockets = Array.from({ length: connections }, () => {
    let asked = 0;
    const ask = () => {
      asked = performance.now();
      socket.write(bytes);
    };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, ask);
    let received = Buffer.alloc(0);
    socket.on('data', (part) => {
      received = received.length > 0 ? Buffer.concat([received, part]) : part;
      const length = answerLength(received);
      if (length === undefined) return;
      if (!received.toString('latin1', 0, 12).endsWith(' 200')) refusal ??= received.toString('utf8', 0, length);
      received = received.subarray(length);
      took.push(performance.now() - asked);
      ask();
    });
    socket.on('error', (error) => {
      refusal ??= error.message;
    });
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const taken = performance.now() - began;
  for (const socket of sockets) socket.destroy();
  return {
    requests: took.length,
    milliseconds: taken,
    p99: took.length > 0 ? quantile(took, 0.99) : NaN,
    ...(refusal !== undefined && { refusal }),
  };
}

process.on('message', (load) => void run(/** @type {Load} */ (load)).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit(0));
