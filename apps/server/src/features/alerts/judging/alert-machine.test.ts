import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlertProgress, type AlertRules, type AlertState, advance, failed, newProgress } from './alert-machine.ts';
import { decideNotice, MAX_MESSAGES_PER_HOUR, newTold, type Told } from './decide-notice.ts';
import type { Verdict } from './verdict.ts';

const HOUR = 3_600_000;
const outcomes = { b: 'breached', r: 'recovered', m: 'between', u: 'unknown' } as const;

/** Intervals by their outcomes, from hour `first` on; capital letters are not over yet. */
const verdicts = (text: string, first = 0): Verdict[] =>
  [...text].map((letter, at) => ({
    fromMs: (first + at) * HOUR,
    toMs: (first + at + 1) * HOUR,
    isSettled: letter === letter.toLowerCase(),
    value: 1,
    low: null,
    high: null,
    usual: null,
    outcome: outcomes[letter.toLowerCase() as keyof typeof outcomes],
    message: letter,
  }));
const once: AlertRules = { forIntervals: 1, recoveryIntervals: 1 };
const firing: AlertProgress = { incident: { sinceMs: 1, fromMs: 0 }, armedFromMs: 0 };

const cases: readonly [string, AlertProgress, string, AlertRules, AlertState][] = [
  ['nothing breached', newProgress, 'rrr', once, 'ok'],
  ['the last one breached', newProgress, 'rrb', once, 'firing'],
  ['one that is over by now', newProgress, 'rbr', once, 'ok'],
  ['one that is not over and can only get worse', newProgress, 'rB', once, 'firing'],
  ['one that is not over', newProgress, 'rU', once, 'ok'],
  ['too few in a row', newProgress, 'rrb', { ...once, forIntervals: 2 }, 'pending'],
  ['enough in a row', newProgress, 'rbb', { ...once, forIntervals: 2 }, 'firing'],
  ['a gap in the row', newProgress, 'brb', { ...once, forIntervals: 2 }, 'pending'],
  ['nothing measured', newProgress, 'rru', once, 'no_data'],
  ['nothing at all', newProgress, '', once, 'no_data'],
  ['firing, still breached', firing, 'bb', once, 'firing'],
  ['firing, back but within the margin', firing, 'bm', once, 'firing'],
  ['firing, back', firing, 'br', once, 'ok'],
  ['firing, back for too short', firing, 'bbr', { ...once, recoveryIntervals: 2 }, 'firing'],
  ['firing, back for long enough', firing, 'brr', { ...once, recoveryIntervals: 2 }, 'ok'],
  ['firing, and nothing measured', firing, 'bu', once, 'firing'],
  ['firing, and the next is breached before it is over', firing, 'brB', once, 'firing'],
];
test.each(cases)('%s', (_, before, text, rules, state) => {
  expect(advance(before, verdicts(text), rules, 9 * HOUR).state).toBe(state);
});

test('late data that undoes a breach resolves it, and the same interval does not fire again', () => {
  const fired = advance(newProgress, verdicts('rb'), once, 2 * HOUR);
  const undone = advance(fired.progress, verdicts('rr'), once, 3 * HOUR);
  expect([fired.state, undone.state]).toEqual(['firing', 'ok']);
  expect(advance(undone.progress, verdicts('rb'), once, 4 * HOUR).state).toBe('ok');
  expect(advance(undone.progress, verdicts('rbb'), once, 4 * HOUR).state).toBe('firing');
});

test('a query that fails keeps an incident open', () => {
  expect(failed(firing)).toMatchObject({ state: 'error', progress: firing });
});

/** What a check sees: a window of intervals, of which late data may have changed any, or a failure. */
const checks = fc.array(
  fc.record({
    text: fc.string({ unit: fc.constantFrom('b', 'b', 'b', 'r', 'r', 'r', 'm', 'u'), minLength: 4, maxLength: 4 }),
    hours: fc.integer({ min: 0, max: 2 }),
    minutes: fc.integer({ min: 0, max: 6 }),
    isFailing: fc.constantFrom(false, false, false, true),
    isMuted: fc.constantFrom(false, false, false, true),
    remind: fc.constantFrom('off' as const, 'daily' as const),
  }),
  { minLength: 1, maxLength: 80 },
);
const someRules = fc.record({
  forIntervals: fc.integer({ min: 1, max: 3 }),
  recoveryIntervals: fc.integer({ min: 1, max: 3 }),
});

test('what is told is by turns firing and resolved, and bounded within any hour', () => {
  fc.assert(
    fc.property(checks, someRules, (sequence, rules) => {
      let progress: AlertProgress = newProgress;
      let told: Told = newTold;
      let [nowMs, first] = [0, 0];
      const sent: { readonly state: string; readonly atMs: number }[] = [];
      for (const { text, hours, minutes, isFailing, isMuted, remind } of sequence) {
        nowMs += minutes * 60_000;
        first += hours;
        const next = isFailing ? failed(progress) : advance(progress, verdicts(text, first), rules, nowMs);
        progress = next.progress;
        const decided = decideNotice(told, { isFiring: progress.incident !== null, isMuted, remind }, nowMs);
        told = decided.told;
        if (decided.notice !== null) {
          expect(isMuted).toBe(false);
          if (decided.notice !== 'reminder') {
            expect(told.state).not.toBe(sent.findLast(({ state }) => state !== 'reminder')?.state ?? 'resolved');
          }
          sent.push({ state: decided.notice === 'reminder' ? 'reminder' : told.state, atMs: nowMs });
        }
      }
      for (const { atMs } of sent) {
        const within = sent.filter((other) => other.atMs >= atMs && other.atMs - atMs < HOUR).length;
        expect(within).toBeLessThanOrEqual(MAX_MESSAGES_PER_HOUR + 1);
      }
    }),
  );
});

test('an alert resolves only after enough intervals beyond the margin, and an interval fires at most once', () => {
  fc.assert(
    fc.property(checks, someRules, (sequence, rules) => {
      let progress: AlertProgress = newProgress;
      let [nowMs, first] = [0, 0];
      const fired: number[] = [];
      for (const { text, hours } of sequence) {
        nowMs += HOUR;
        first += hours;
        const seen = verdicts(text, first);
        const before = progress;
        const next = advance(before, seen, rules, nowMs);
        progress = next.progress;
        if (before.incident !== null && progress.incident === null) {
          const last = seen.slice(-rules.recoveryIntervals);
          expect(last.every(({ outcome }) => outcome === 'recovered')).toBe(true);
        }
        if (before.incident === null && progress.incident !== null) fired.push(progress.incident.fromMs);
      }
      expect(new Set(fired).size).toBe(fired.length);
    }),
  );
});
