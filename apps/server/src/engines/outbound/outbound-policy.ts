/** Where requests may go whose target is chosen by users and not by the operator. */
export interface OutboundPolicy {
  /** Also to private addresses, and without TLS. */
  readonly allowPrivate: boolean;
}
