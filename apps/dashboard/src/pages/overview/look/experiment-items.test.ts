import { expect, test } from 'vitest';
import { experimentItems, type Judged, killedItems } from './experiment-items.ts';

const judged = (part: object): Judged =>
  ({
    experiment_key: 'greeting',
    verdict: 'blue crashes.',
    srm: { ok: true },
    metrics: [],
    ...part,
  }) as unknown as Judged;
const breached = [{ variants: [{ decision: 'control' }, { decision: 'breached' }] }];

test('a broken split and a breached guardrail are said, the split first: it makes the other worthless', () => {
  expect(experimentItems([judged({})])).toEqual([]);
  expect(experimentItems([judged({ srm: { ok: null } })])).toEqual([]);
  const [split] = experimentItems([judged({ srm: { ok: false }, metrics: breached })]);
  expect(split).toMatchObject({ id: 'split greeting', weight: 'bad', page: '/experiments/$key' });
  const [harm] = experimentItems([judged({ metrics: breached })]);
  expect(harm).toMatchObject({ id: 'guardrail greeting', words: 'breached a guardrail: blue crashes.' });
});

test('only flags that a guardrail has killed are told', () => {
  const at = '2026-11-15T10:00:00.000Z';
  const flags = [
    { key: 'a', kill: null },
    { key: 'b', kill: { reason: 'Payments fail', at } },
    { key: 'c', kill: { reason: 'Guardrail breached: Crash-free sessions, 91 %.', at } },
  ];
  expect(killedItems(flags)).toMatchObject([
    { subject: 'c', at, words: 'was killed by a guardrail: Crash-free sessions, 91 %.' },
  ]);
});
