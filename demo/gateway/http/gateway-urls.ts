/** The addresses the gateway is reached at, without trailing slash or path. The first three may be one. */
export interface GatewayUrls {
  readonly gateway: string;
  readonly checkout: string;
  readonly base: string;
  readonly console: string;
}
