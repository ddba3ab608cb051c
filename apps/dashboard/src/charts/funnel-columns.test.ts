import { expect, test } from 'vitest';
import { funnelColumns, funnelSentence } from './funnel-columns.ts';

const step = (name: string, count: number, percentage: number) => ({
  name,
  count,
  percentage,
  medianSecondsFromPrevious: null,
});
const group = { name: 'iOS', steps: [step('view', 200, 100), step('buy', 50, 25), step('again', 0, 0)] };

test('what is lost is of the step before', () => {
  const cells = funnelColumns([group]).map((column) => column.cells[0]);
  expect(cells.map((cell) => [cell?.lost, cell?.lostPercent, cell?.previousPercent])).toEqual([
    [null, null, 100],
    [150, 75, 100],
    [50, 100, 25],
  ]);
});

test('of nobody nobody is lost', () => {
  const [, second] = funnelColumns([{ name: '', steps: [step('view', 0, 0), step('buy', 0, 0)] }]);
  expect(second?.cells[0]?.lostPercent).toBeNull();
});

test('groups stand side by side, also when one of them is shorter', () => {
  const short = { name: 'Web', steps: group.steps.slice(0, 1) };
  expect(funnelColumns([group, short]).map((column) => column.cells.length)).toEqual([2, 1, 1]);
});

test('the sentence says how many of whom', () => {
  expect(funnelSentence('Checkout', [group], 'people').replaceAll('\u202f', ' ')).toBe(
    'Checkout. 0 % of 200 people who did view completed again.',
  );
  expect(funnelSentence('Checkout', [], 'people')).toBe('Checkout: no data.');
});
