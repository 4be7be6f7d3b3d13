import type { GatewayUrls } from '../http/gateway-urls.js';
import { openApiDocument } from './document.js';

/** Answers `/openapi.json`: readable by everybody, tools in a browser too. */
export function openApiResponse(urls: GatewayUrls): () => Response {
  let text: string | undefined;
  return () => {
    text ??= JSON.stringify(openApiDocument(urls));
    return new Response(text, {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-cache', 'access-control-allow-origin': '*' },
    });
  };
}
