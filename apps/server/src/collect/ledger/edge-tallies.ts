import { HOUR_MS } from '@lamppost/protocol';
import type { Scope } from '../../edge/scope.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { LogUnavailable } from '../event-log/event-log.ts';
import type { IngestKind } from './ingest-outcomes.ts';

/** What the edge refuses and does not keep: only its number goes to the log. */
export type RefusedOutcome = 'limited' | 'invalid';

interface HourTally extends Scope {
  readonly receivedAtMs: number;
  /** By kind, outcome and reason. */
  readonly counts: Map<string, { kind: IngestKind; outcome: RefusedOutcome; reason: string; count: number }>;
}

/**
 * Counts per project, environment and hour of receipt, and appends the counts to the log now and then, so that the
 * ledger has them. While nothing is refused it does nothing. What a killed process had not appended is lost, the
 * receipt together with the outcome: the ledger still adds up.
 */
export class EdgeTallies {
  readonly #log: EventLog;
  #hours = new Map<string, HourTally>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  note(scope: Scope, kind: IngestKind, outcome: RefusedOutcome, reason: string, count: number): void {
    this.#add(scope, Date.now(), { kind, outcome, reason, count });
  }

  /** Appends what has been counted. What the log does not take stays for the next time. */
  async flush(): Promise<void> {
    const hours = this.#hours;
    if (hours.size === 0) return;
    this.#hours = new Map();
    const appended = [...hours.values()].map(async (hour) => {
      try {
        await this.#append(hour);
      } catch (error) {
        for (const counted of hour.counts.values()) this.#add(hour, hour.receivedAtMs, counted);
        if (!(error instanceof LogUnavailable)) throw error;
      }
    });
    await Promise.all(appended);
  }

  #add(
    { projectId, environmentId }: Scope,
    receivedAtMs: number,
    counted: { kind: IngestKind; outcome: RefusedOutcome; reason: string; count: number },
  ): void {
    const key = `${projectId}/${environmentId}/${Math.floor(receivedAtMs / HOUR_MS)}`;
    const hour = this.#hours.get(key) ?? { projectId, environmentId, receivedAtMs, counts: new Map() };
    this.#hours.set(key, hour);
    const name = `${counted.kind}/${counted.outcome}/${counted.reason}`;
    const before = hour.counts.get(name)?.count ?? 0;
    hour.counts.set(name, { ...counted, count: before + counted.count });
  }

  #append({ projectId, environmentId, receivedAtMs, counts }: HourTally): Promise<void> {
    const body = Buffer.from(JSON.stringify({ items: [...counts.values()] }));
    return this.#log.append({ kind: 'tally', projectId, environmentId, receivedAtMs, body });
  }
}
