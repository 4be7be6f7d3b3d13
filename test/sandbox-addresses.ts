/** A shop of the sandbox with its published test keys. */
export interface SandboxShop {
  readonly shop_id: number | string;
  readonly secret_key: string;
  readonly public_key: string;
  readonly pci_certified: boolean;
}

/** The sandbox's addresses, without paths and trailing slashes. */
export interface GatewayAddresses {
  readonly gateway_url: string;
  readonly checkout_url: string;
  readonly base_url: string;
  readonly console_url: string;
}
