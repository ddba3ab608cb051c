import type { SegmentDirectory, SegmentEntry } from '../../../collect/loader/segment-directory.ts';
import { Wakeup } from '../../../collect/loader/wakeup.ts';
import type { AttemptStore } from '../../../control/attempts/attempt-store.ts';
import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import type { Layout } from '../layouts/layout.ts';
import { landSegments } from './landing.ts';

export interface SegmentShipperOptions {
  readonly directory: SegmentDirectory;
  readonly client: ClickhouseClient;
  readonly layout?: Layout | undefined;
  readonly attempts: Pick<AttemptStore, 'ship' | 'waiting'>;
  /** Segments are sent together up to this many bytes. */
  readonly bytesPerShipment: number;
  /** While more than this waits to be loaded, nothing is sent: what is accepted stays in the log of this edge. */
  readonly maxLandedBytes: number;
  readonly onShipped: (segment: { readonly logId: string; readonly number: number }) => void;
  readonly onNotice: (message: string) => void;
}

const SCAN_EVERY_MS = 3_000;
const RETRY_MIN_MS = 200;
const RETRY_MAX_MS = 5_000;
/** The newest say where a log's sequences go on; more than one, should it turn out damaged. */
const KEPT_SEGMENTS = 3;

/**
 * Sends sealed segments of this edge to the landing table, each until the store has it and the control plane knows: only
 * then it leaves the log. One that was sent and not written down is sent again, which changes nothing.
 */
export class SegmentShipper {
  readonly #options: SegmentShipperOptions;
  readonly #wakeup = new Wakeup();
  #waiting: readonly SegmentEntry[] = [];
  #shippedBytes = 0;
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(options: SegmentShipperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Something may have been sealed. */
  wake(): void {
    this.#wakeup.wake();
  }

  get status() {
    return {
      waitingSegments: this.#waiting.length,
      waitingBytes: this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0),
      oldestSealedAtMs: this.#waiting[0]?.sealedAtMs,
      shippedBytes: this.#shippedBytes,
    };
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wakeup.wake();
    await this.#running;
  }

  /** Sends all that is sealed now; throws where that does not work. */
  async shipAll(): Promise<void> {
    while (await this.#shipSome());
  }

  async #run(): Promise<void> {
    let retryMs = RETRY_MIN_MS;
    while (!this.#isStopping) {
      try {
        if (!(await this.#shipSome())) {
          await this.#emptyKept();
          await this.#wakeup.sleep(SCAN_EVERY_MS);
        }
        retryMs = RETRY_MIN_MS;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.#options.onNotice(`Could not send segments to ClickHouse, retrying in ${retryMs} ms: ${message}`);
        await this.#wakeup.sleep(retryMs, () => this.#isStopping);
        retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
      }
    }
  }

  async #shipSome(): Promise<boolean> {
    const { directory, client, layout, attempts, bytesPerShipment, maxLandedBytes } = this.#options;
    this.#waiting = await directory.listSealed();
    const entries = firstOf(this.#waiting, bytesPerShipment);
    if (entries.length === 0) return false;
    const { bytes: landedBytes } = await attempts.waiting();
    if (landedBytes > maxLandedBytes) {
      throw new Error(`${Math.round(landedBytes / 1e6)} MB are already waiting there to be loaded`);
    }
    const segments = [];
    for (const { logId, number, ...entry } of entries) {
      // The directory's buffer is good until the next read.
      segments.push({ logId, number, content: Buffer.from(await directory.read({ logId, number, ...entry })) });
    }
    const landed = await landSegments(client, segments, layout);
    failPoint('shipper.landed');
    await attempts.ship(
      landed.map((segment, at) => ({ ...segment, sealedAtMs: Math.trunc(entries[at]?.sealedAtMs ?? 0) })),
    );
    failPoint('shipper.noted');
    for (const entry of entries) await this.#release(entry);
    this.#waiting = this.#waiting.slice(entries.length);
    return true;
  }

  async #release(entry: SegmentEntry): Promise<void> {
    const { directory, onShipped } = this.#options;
    await directory.moveToLoaded(entry);
    this.#shippedBytes += entry.bytes;
    const { logId, number } = entry;
    const earlier = (await directory.listLoaded()).filter((kept) => kept.logId === logId && kept.number <= number);
    for (const kept of earlier.slice(0, -KEPT_SEGMENTS)) await directory.remove(kept);
    onShipped({ logId, number });
  }

  /** What stays of them says how sequences go on, and nothing else: the events are in ClickHouse. */
  async #emptyKept(): Promise<void> {
    const { directory } = this.#options;
    for (const entry of await directory.listLoaded()) {
      if (this.#isStopping || this.#wakeup.isPending) return;
      if (entry.bytes > MAX_HOLLOW_BYTES) await directory.hollow(entry);
    }
  }
}

/** A segment without records has a header and a seal. */
const MAX_HOLLOW_BYTES = 1_024;

function firstOf(entries: readonly SegmentEntry[], maxBytes: number): readonly SegmentEntry[] {
  const chosen: SegmentEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    bytes += entry.bytes;
    if (chosen.length > 0 && bytes > maxBytes) break;
    chosen.push(entry);
  }
  return chosen;
}
