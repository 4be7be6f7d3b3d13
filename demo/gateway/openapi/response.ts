import type { GatewayUrls } from '../http/gateway-urls.js';
import { openApiDocument } from './document.js';

/** Serves `/openapi.json` to everyone, tools in a browser included. */
export function openApiResponse(urls: GatewayUrls): () => Response {
  let text: string | undefined;
  return () => {
    text ??= JSON.stringify(openApiDocument(urls));
    return new Response(text, {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-cache', 'access-control-allow-origin': '*' },
    });
  };
}
