import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fillRuleset } from './fill-ruleset.contract.ts';
import type { Ruleset } from './ruleset.ts';

/** What evaluates, in the shapes of the cases. */
export interface CaseEvaluator {
  flag(ruleset: Ruleset, key: string, context: unknown, groups: readonly string[]): CaseEvaluation;
  flags(ruleset: Ruleset, context: unknown, groups: readonly string[]): Record<string, unknown>;
  experiments(ruleset: Ruleset, context: unknown, groups: readonly string[]): Record<string, CaseAssignment>;
  hash(text: string): number;
  identity(userId: string | undefined, deviceId: string | undefined): string | undefined;
  buckets(identity: string, entityId: string): { rollout: number; pool: number; variant: number };
}

export interface CaseEvaluation {
  readonly value?: unknown;
  readonly reason: string;
  readonly rule_id?: string | undefined;
  readonly bucket?: number | undefined;
  readonly hash_input?: string | undefined;
}

export interface CaseAssignment {
  readonly experiment_id: string;
  readonly variant_key: string;
  readonly payload: unknown;
  readonly subject_kind: string;
  readonly counts_exposure: boolean;
}

interface Case {
  readonly name: string;
  readonly conditions?: unknown;
  readonly flag?: unknown;
  readonly ruleset?: unknown;
  readonly flag_key?: string;
  readonly context: unknown;
  readonly groups?: readonly string[];
  readonly expected: Partial<CaseEvaluation> & {
    readonly matches?: boolean;
    readonly flags?: Record<string, unknown>;
    readonly experiments?: Record<string, CaseAssignment>;
  };
}

interface Vectors {
  readonly hash: readonly { input: string; hash: number }[];
  readonly identity: readonly { user_id: string | null; device_id: string | null; identity: string | null }[];
  readonly buckets: readonly { identity: string; entity_id: string; rollout: number; pool: number; variant: number }[];
}

const folder = new URL('../../../spec/cases/evaluation/', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

/** Runs every case of spec/cases/evaluation as a test. */
export function evaluationCasesContract(evaluator: CaseEvaluator): void {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'bucketing.json');
  for (const file of files) {
    describe(file.replace('.json', ''), () => {
      for (const given of read(file).cases as Case[]) test(given.name, () => runCase(evaluator, given));
    });
  }
  describe('bucketing', () => runVectors(evaluator, read('bucketing.json')));
}

function runCase(evaluator: CaseEvaluator, given: Case): void {
  const { context, groups = [], flag_key = 'flag', expected } = given;
  const ruleset = fillRuleset(given);
  if (expected.flags !== undefined) {
    expect(evaluator.flags(ruleset, context, groups)).toEqual(expected.flags);
  } else if (expected.experiments !== undefined) {
    expect(evaluator.experiments(ruleset, context, groups)).toEqual(expected.experiments);
  } else {
    const { matches, ...wanted } = expected;
    const inFull = matches === undefined ? wanted : { value: matches, reason: matches ? 'RULE_MATCH' : 'DEFAULT' };
    const actual = evaluator.flag(ruleset, flag_key, context, groups);
    expect(actual).toMatchObject(inFull);
    expect(actual.value).toEqual(inFull.value);
  }
}

function runVectors(evaluator: CaseEvaluator, vectors: Vectors): void {
  for (const { input, hash } of vectors.hash) {
    test(`the hash of "${input}"`, () => expect(evaluator.hash(input)).toBe(hash));
  }
  for (const { user_id, device_id, identity } of vectors.identity) {
    test(`the identity of user ${JSON.stringify(user_id)} on device ${JSON.stringify(device_id)}`, () =>
      expect(evaluator.identity(user_id ?? undefined, device_id ?? undefined)).toBe(identity ?? undefined));
  }
  for (const { identity, entity_id, ...buckets } of vectors.buckets) {
    test(`the buckets of ${identity} in ${entity_id}`, () =>
      expect(evaluator.buckets(identity, entity_id)).toEqual(buckets));
  }
}
