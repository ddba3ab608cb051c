import { expect, test } from 'vitest';
import { timeZoneChoices } from './time-zone-choices.ts';

test('every zone is offered once, with UTC and the one that is set', () => {
  const zones = timeZoneChoices('Mars/Olympus');
  expect(zones).toContain('UTC');
  expect(zones).toContain('Europe/Berlin');
  expect(zones).toContain('Mars/Olympus');
  expect(new Set(zones).size).toBe(zones.length);
});
