import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Assignment } from './config-snapshot.ts';
import type { ExperimentVariant } from './lamppost.ts';

interface Case {
  readonly name: string;
  readonly experiment_key: string;
  readonly assignment: Assignment;
  readonly expected: object | null;
}

const file = new URL('../../../spec/cases/exposures/assignments.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly Case[] };

/** What an app was given, and the events that were sent. */
export interface ReadAssignment {
  readonly given: ExperimentVariant | null;
  readonly exposures: readonly unknown[];
  /** `context.experiments` of an event that was tracked afterwards. */
  readonly context: unknown;
}

/** Runs every case of spec/cases/exposures as a test. `read` is an app that reads the experiment twice, and then tracks. */
export function exposureCasesContract(
  read: (experimentKey: string, assignment: Assignment) => Promise<ReadAssignment>,
): void {
  describe('an assignment that is read', () => {
    for (const { name, experiment_key, assignment, expected } of cases)
      test(name, async () => {
        const { given, exposures, context } = await read(experiment_key, assignment);
        expect(given).toEqual({ variant: assignment.variant_key, payload: assignment.payload });
        expect(exposures).toEqual(expected === null ? [] : [expected]);
        expect(context).toEqual({ [experiment_key]: assignment.variant_key });
      });
  });
}
