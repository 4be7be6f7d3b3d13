/** The gateway's addresses, without a trailing slash or path. The first three may be the same. */
export interface GatewayUrls {
  readonly gateway: string;
  readonly checkout: string;
  readonly base: string;
  readonly console: string;
}
