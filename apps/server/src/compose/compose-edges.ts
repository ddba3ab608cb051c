import { hostname } from 'node:os';
import type { EdgeCondition, EdgeReport, KnownEdge } from '../features/edges/edge-store.ts';
import { IntervalTask } from '../telemetry/interval-task.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ControlEngine } from './control/control-engine.ts';

const REPORT_EVERY_MS = 5_000;

interface EdgesDeps {
  readonly control: ControlEngine;
  /** Whether others use the same control plane. One that is alone reports to nobody. */
  readonly isShared: boolean;
  readonly id: string;
  readonly version: string;
  readonly condition: () => EdgeCondition;
  readonly logger: Logger;
}

export type Edges = ReturnType<typeof composeEdges>;

/** This edge says how it is, and knows what the others said. */
export function composeEdges({ control, isShared, id, version, condition, logger }: EdgesDeps) {
  const startedAtMs = Date.now();
  let address = '';
  let reporting: IntervalTask | undefined;
  const name = (): string => (address === '' ? hostname() : `${hostname()} (${address})`);
  const own = (): EdgeReport => ({
    id,
    name: name(),
    version,
    startedAtMs,
    state: condition(),
  });
  return {
    id,
    name,
    /** All that are known; this one as it is now. */
    async list(): Promise<readonly KnownEdge[]> {
      const others = isShared ? (await control.edges.list()).filter((edge) => edge.id !== id) : [];
      return [...others, { ...own(), seenAtMs: Date.now() }].sort((a, b) => a.startedAtMs - b.startedAtMs);
    },
    start(listensOn: string): void {
      address = listensOn;
      if (!isShared) return;
      reporting = new IntervalTask(
        REPORT_EVERY_MS,
        () => control.edges.report(own()),
        (error) => logger.debug({ err: error }, 'Could not report the state of this server; retrying'),
      );
      void reporting.now();
    },
    async stop(): Promise<void> {
      await reporting?.stop();
      // One that was killed is shown as silent; one that was stopped is not shown.
      if (reporting === undefined) return;
      try {
        await control.edges.remove(id);
      } catch (error) {
        logger.warn({ err: error }, 'Could not remove this server from the list of servers; it expires after a week');
      }
    },
  };
}
