import type { BenchOptions, Row, Topic } from '../harness/scenario.ts';
import type { Machine } from './machine.ts';

/** The last run of one scenario. */
export interface SavedScenario {
  readonly name: string;
  readonly topic: Topic;
  readonly at: string;
  readonly commit: string;
  readonly machine: Machine;
  readonly options: BenchOptions;
  /** Processes that wanted a core in the minute before it began: with more than there are cores, figures are not fair. */
  readonly busy: number;
  /** How long it took. */
  readonly tookSeconds: number;
  readonly rows: readonly SavedRow[];
  /** What could not be measured here, and why. */
  readonly notes: readonly string[];
}

/** JSON has no infinity: a value is null where there was no answer. */
export type SavedRow = Omit<Row, 'value'> & { readonly value: number | null };

export interface SavedResults {
  readonly scenarios: readonly SavedScenario[];
}

/** Those that ran now replace their earlier ones; all in the order of `names`, without those that are no longer there. */
export function mergeResults(
  saved: SavedResults,
  measured: readonly SavedScenario[],
  names: readonly string[],
): SavedResults {
  const byName = new Map([...saved.scenarios, ...measured].map((scenario) => [scenario.name, scenario]));
  return { scenarios: names.flatMap((name) => byName.get(name) ?? []) };
}
