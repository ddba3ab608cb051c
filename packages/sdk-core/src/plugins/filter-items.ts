import type { BeforeSend, Outgoing } from '../before-send.ts';
import type { CreatePlugin } from '../core.ts';

const KINDS: Readonly<Record<string, Outgoing['kind']>> = { events: 'event', crashes: 'crash', metrics: 'metric' };

/**
 * The app's `beforeSend`, for all but a device's own identity: after everything that other plugins add, wherever it stands
 * among them. A filter that fails must not let through what it was to take out: what is thrown here drops the item.
 */
export const filterItems =
  (beforeSend: BeforeSend): CreatePlugin =>
  (core) => {
    const { prepare } = core;
    core.prepare = (draft, queue) => {
      prepare?.(draft, queue);
      const kind = KINDS[queue];
      if (!draft.wire || !kind) return;
      const [item, about] = JSON.parse(JSON.stringify([draft.wire, draft.about]));
      // The context of a crash is part of its report.
      const kept = beforeSend({ kind, item, ...(kind !== 'crash' && { context: about }) } as Outgoing);
      if (kept === null) {
        draft.wire = null;
        return;
      }
      if (Object(kept?.item) !== kept?.item)
        throw new TypeError('beforeSend returned neither what it was given nor null');
      draft.wire = kept.item;
      if (kept.kind !== 'crash') draft.about = kept.context ?? {};
    };
    return {};
  };
