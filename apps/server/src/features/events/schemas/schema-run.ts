import type { SchemaFault } from '../../../collect/ingest/screen/event-checks.ts';

const MAX_FAULTS = 5;
/** Far more than any sensible schema needs for 32 KB; bounds what one event can cost everybody else. */
const MAX_STEPS = 50_000;

/** Thrown through the checks when they have cost enough. */
export class TooManySteps extends Error {}

/** One event being checked: where the checks stand, and what they found. */
export class SchemaRun {
  readonly faults: SchemaFault[] = [];
  readonly #path: (string | number)[] = ['properties'];
  #steps = 0;

  step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new TooManySteps();
  }

  get isFull(): boolean {
    return this.faults.length >= MAX_FAULTS;
  }

  enter(key: string | number): void {
    this.#path.push(key);
  }

  leave(): void {
    this.#path.pop();
  }

  /** Always false, so that a check can end with it. */
  fault(message: string, key?: string): false {
    if (!this.isFull)
      this.faults.push({ field: [...this.#path, ...(key === undefined ? [] : [key])].join('.'), message });
    return false;
  }
}
