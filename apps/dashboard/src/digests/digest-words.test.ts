import { expect, test } from 'vitest';
import { type DigestRun, runWords, scheduleWords } from './digest-words.ts';

test('a schedule in words', () => {
  expect(scheduleWords({ frequency: 'daily', weekday: null, time: '09:00' })).toBe('Every day at 09:00');
  expect(scheduleWords({ frequency: 'weekly', weekday: 'monday', time: '07:30' })).toBe('Mondays at 07:30');
});

const run = (
  state: DigestRun['state'],
  states: readonly ('pending' | 'delivered' | 'failed' | null)[],
  reason?: string,
) =>
  runWords({
    state,
    reason: reason ?? null,
    deliveries: states.map((each) => ({ webhook_id: 'w', delivery_id: 'd', state: each })),
  } as DigestRun);

test('a run says what came of its deliveries', () => {
  expect(run('pending', []).label).toBe('Preparing');
  expect(run('pending', [], 'The store does not answer')).toMatchObject({
    label: 'Retrying',
    detail: 'The store does not answer',
  });
  expect(run('skipped', [], 'Late')).toMatchObject({ label: 'Skipped', tone: 'warn', detail: 'Late' });
  expect(run('sent', ['delivered', 'pending']).label).toBe('Sending');
  expect(run('sent', ['delivered', 'failed'])).toMatchObject({ label: 'Partly delivered', tone: 'bad' });
  expect(run('sent', ['failed', 'failed'])).toMatchObject({ label: 'Not delivered', tone: 'bad' });
  expect(run('sent', ['delivered', null])).toMatchObject({ label: 'Delivered', tone: 'good' });
  expect(run('sent', ['delivered'], 'Not sent: Team is disabled').tone).toBe('warn');
});
