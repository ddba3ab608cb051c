import type { Core } from './core.ts';
import type { ItemDraft, QueueName } from './delivery-queue.ts';

/** Has a plugin add to items before they are queued, and before the app's own filter sees them. When it fails, they go without. */
export function extendItems(core: Core, extend: (draft: ItemDraft, queue: QueueName) => void): void {
  const { prepare } = core;
  const guarded = core.guard(extend);
  core.prepare = (draft, queue) => {
    guarded(draft, queue);
    prepare?.(draft, queue);
  };
}
