declare const SETTINGS: { publicKey: string; gatewayUrl: string; shopUrl: string };
