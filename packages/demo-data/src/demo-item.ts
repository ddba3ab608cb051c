/** One request to a server, in the order in which clients would make them. Bodies are JSON. */
export type DemoItem =
  | { readonly kind: 'register'; readonly deviceId: string; readonly body: string }
  | { readonly kind: 'identify'; readonly deviceId: string; readonly body: string }
  | DemoBatch
  | { readonly kind: 'crash'; readonly body: string }
  | { readonly kind: 'metrics'; readonly metrics: number; readonly body: string };

export interface DemoBatch {
  readonly kind: 'events';
  readonly events: number;
  /** Of these, events that no server should take. */
  readonly broken: number;
  /** The same batch was there before: a client that did not hear the answer. */
  readonly isResent: boolean;
  /** `{"batch": […]}`, as `POST /v1/ingest` takes it and as a record of the event log holds it. */
  readonly body: string;
}
