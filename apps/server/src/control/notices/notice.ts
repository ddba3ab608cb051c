import type { WebhookEvent } from '@lamppost/protocol';

/** An event that webhooks can subscribe to. */
export interface Notice {
  readonly type: WebhookEvent;
  /** Null for what concerns the whole installation: every project can listen for it. */
  readonly projectId: string | null;
  /** Null for what concerns all environments of the project. */
  readonly environmentId: string | null;
  /** As the wire shows it. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly atMs: number;
  /** Only these endpoints, whatever they listen for; all that listen where none of them is left. */
  readonly endpointIds?: readonly string[];
}
