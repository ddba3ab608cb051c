import { expect, test } from 'vitest';
import { describeBreach } from './describe-breach.ts';

const startup = { name: 'Startup time p95', eventName: 'app_start', metricType: 'p95' } as const;
const sessions = { ...startup, name: 'Crash-free sessions', metricType: 'conversion' } as const;

test('a value stands in front of those who have it, a share is of them', () => {
  const values = {
    treatment: { units: 230, value: 1812 },
    control: { units: 1204, value: 640.25 },
    pValue: 0.0031,
  };
  expect(describeBreach(startup, values).reason).toBe(
    'Guardrail breached: Startup time p95 is 1,812 with the new value (230 users) and 640.3 without it (1,204 users) (p = 0.0031).',
  );
  const shares = { ...values, treatment: { units: 230, value: 0.951 }, control: { units: 1204, value: 0.992 } };
  expect(describeBreach(sessions, shares).reason).toBe(
    'Guardrail breached: Crash-free sessions, 95.1 % of 230 users with the new value, 99.2 % of 1,204 users without it (p = 0.0031).',
  );
  expect(describeBreach(sessions, shares, 'blue').reason).toContain(
    '95.1 % of 230 units in blue, 99.2 % of 1,204 units',
  );
});
