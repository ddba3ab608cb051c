import type { WebhookEvent } from '@lamppost/protocol';

/** Something that somebody outside may want to be told of. */
export interface Notice {
  readonly type: WebhookEvent;
  /** Null for what concerns the whole installation: every project can listen for it. */
  readonly projectId: string | null;
  /** Null for what concerns all environments of the project. */
  readonly environmentId: string | null;
  /** As the wire shows it. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}
