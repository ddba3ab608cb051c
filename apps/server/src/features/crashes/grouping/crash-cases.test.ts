import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readReport } from '../report/read-report.ts';
import { groupCrash } from './group-crash.ts';

interface Variant {
  readonly name: string;
  readonly report: Readonly<Record<string, unknown>>;
  readonly stack_lines?: readonly Lines[];
}

type Lines = string | { readonly repeat: number; readonly lines: readonly string[] };

interface Bug {
  readonly bug: string;
  readonly kind?: string;
  readonly variants: readonly Variant[];
}

const folder = new URL('../../../../../../spec/cases/crashes/', import.meta.url);
const bugs = readdirSync(folder).flatMap((file) => {
  const { bugs } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { bugs: readonly Bug[] };
  return bugs.map((bug) => ({ ...bug, file: file.replace('.json', '') }));
});

const written = (lines: Lines): readonly string[] =>
  typeof lines === 'string' ? [lines] : Array.from({ length: lines.repeat }, () => lines.lines).flat();

const reportOf = ({ report, stack_lines: lines }: Variant) =>
  readReport(lines === undefined ? report : { ...report, stack_trace: lines.flatMap(written).join('\n') });

const groupingOf = (variant: Variant) => groupCrash(reportOf(variant));

describe('reports of one bug are one group', () => {
  for (const { bug, file, kind, variants } of bugs) {
    test(`${file}: ${bug}`, () => {
      const groupings = variants.map((variant) => ({ name: variant.name, ...groupingOf(variant) }));
      const [first] = groupings;
      for (const { name, reason, fingerprint } of groupings) {
        expect({ name, ...reason }).toEqual({ name, ...first?.reason });
        expect(fingerprint).toBe(first?.fingerprint);
        if (kind !== undefined) expect(reason.kind).toBe(kind);
      }
    });
  }
});

test('every pair of bugs is two groups', () => {
  const owner = new Map<string, string>();
  for (const { bug, variants } of bugs) {
    for (const variant of variants) {
      const { fingerprint } = groupingOf(variant);
      expect(owner.get(fingerprint) ?? bug, variant.name).toBe(bug);
      owner.set(fingerprint, bug);
    }
  }
  expect(owner.size).toBe(bugs.length);
});

test('there are enough stacks to mean something', () => {
  expect(bugs.flatMap(({ variants }) => variants).length).toBeGreaterThanOrEqual(60);
});
