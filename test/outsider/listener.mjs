// A merchant's little server on loopback: it takes notifications and is the address of return_url.
import { createServer } from 'node:http';
import { sleep } from './world.mjs';

/** Starts on a free port; `posts` and `visits` grow as requests come. */
export async function startListener() {
  const posts = [];
  const visits = [];
  const refusals = new Map();
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const entry = { at: Date.now(), path: request.url, method: request.method, headers: request.headers, body: Buffer.concat(chunks) };
      (request.method === 'POST' ? posts : visits).push(entry);
      const left = refusals.get(request.url) ?? 0;
      if (request.method === 'POST' && left > 0) refusals.set(request.url, left - 1);
      response.statusCode = request.method === 'POST' && left > 0 ? 500 : 200;
      response.end(request.method === 'POST' ? '' : '<!doctype html><title>back at the merchant</title>');
    });
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin, posts, visits,
    /** Answers the next `count` posts to `path` with 500. */
    refuse: (path, count) => refusals.set(path, count),
    at: (path) => posts.filter((entry) => entry.path === path),
    /** Waits until `path` got `count` posts or the time (ms) is over. */
    async wait(path, count, patience) {
      const end = Date.now() + patience;
      while (posts.filter((entry) => entry.path === path).length < count && Date.now() < end) await sleep(100);
      return posts.filter((entry) => entry.path === path);
    },
    close: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }),
  };
}
