/** A shop of the sandbox with its published test keys. */
export interface SandboxShop {
  readonly shop_id: number | string;
  readonly secret_key: string;
  readonly public_key: string;
  readonly pci_certified: boolean;
}

/** Where the sandbox listens: no trailing slashes, no paths. */
export interface GatewayAddresses {
  readonly gateway_url: string;
  readonly checkout_url: string;
  readonly base_url: string;
  readonly console_url: string;
}
