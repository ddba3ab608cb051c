import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Stalls {
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** How long the event loop of a server stands still, measured inside of it. */
export class StallWatch {
  readonly #file = join(tmpdir(), `lamppost-bench-${process.pid}-stalls.json`);

  /** For the environment of the server that is watched. */
  readonly env = {
    LP_BENCH_STALL_FILE: this.#file,
    NODE_OPTIONS: `--import ${new URL('./stall-probe.js', import.meta.url).href}`,
  };

  /** Since it was asked last. */
  async take(pid: number): Promise<Stalls> {
    await rm(this.#file, { force: true });
    process.kill(pid, 'SIGUSR2');
    for (;;) {
      const text = await readFile(this.#file, 'utf8').catch(() => undefined);
      if (text !== undefined) return summary(JSON.parse(text) as number[]);
      await sleep(10);
    }
  }

  async close(): Promise<void> {
    await rm(this.#file, { force: true });
  }
}

function summary(lateness: number[]): Stalls {
  lateness.sort((a, b) => a - b);
  return { p99Ms: lateness[Math.floor(lateness.length * 0.99)] ?? 0, maxMs: lateness.at(-1) ?? 0 };
}
