/** The data that the parts of the API pass to each other with a request. */
export interface GatewayEnv {
  readonly Variables: {
    /** Id of the shop whose credentials the request carries. */
    shop?: number;
    /** Faults that the request meets, by name. */
    faults?: readonly string[];
    /** Where the connection closes instead of the whole response. */
    cut?: 'at once' | 'halfway';
  };
}
