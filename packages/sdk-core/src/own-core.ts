import type { Core } from './core.ts';
import type { DeliveryQueue } from './delivery-queue.ts';

/** The core as its own files see it: they change what plugins only read. */
export type OwnCore = { -readonly [Name in keyof Core]: Core[Name] } & {
  queues: Record<string, DeliveryQueue>;
};
