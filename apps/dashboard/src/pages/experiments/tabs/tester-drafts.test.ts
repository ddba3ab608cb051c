import { expect, test } from 'vitest';
import { overridesBody, testerDrafts, testersText } from './tester-drafts.ts';

const experiment = {
  variants: [
    { key: 'a', name: 'A', weight: 50 },
    { key: 'b', name: 'B', weight: 50 },
  ],
  overrides: [
    { variant_key: 'b', user_ids: ['ada', 'bob'], group_keys: [] },
    { variant_key: 'b', user_ids: ['ada'], group_keys: ['staff'] },
  ],
};

test('testers are listed by variant, each once, and sent back without empty ones', () => {
  const drafts = testerDrafts(experiment);
  expect(drafts.map(testersText)).toEqual(['None', 'ada, bob; group staff']);
  expect(overridesBody(drafts)).toEqual([{ variant_key: 'b', user_ids: ['ada', 'bob'], group_keys: ['staff'] }]);
});

test('many testers are counted', () => {
  expect(testersText({ variant: 'a', userIds: ['1', '2', '3', '4', '5'], groupKeys: ['x', 'y'] })).toBe(
    '1, 2, 3 and 2 more; groups x, y',
  );
});
