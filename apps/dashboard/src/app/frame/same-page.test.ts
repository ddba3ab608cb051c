import { expect, test } from 'vitest';
import { samePage } from './same-page.ts';

const staging = { project: 'larder', environment: 'staging' };

test('a flag, a group and a dashboard belong to the project, so another environment shows the same one', () => {
  expect(samePage('/flags/photo_search', staging, true)).toBe('/p/larder/staging/flags/photo_search');
  expect(samePage('/groups/testers', staging, true)).toBe('/p/larder/staging/groups/testers');
  expect(samePage('/dashboards/42', staging, true)).toBe('/p/larder/staging/dashboards/42');
});

test('what belongs to one environment is left for its list', () => {
  expect(samePage('/people/42', staging, true)).toBe('/p/larder/staging/people');
  expect(samePage('/experiments/fee', staging, true)).toBe('/p/larder/staging/experiments');
  expect(samePage('/data/events/purchase', staging, true)).toBe('/p/larder/staging/data');
});

test('another project shows the list', () => {
  expect(samePage('/flags/photo_search', staging, false)).toBe('/p/larder/staging/flags');
});

test('pages that are in no rail stay as they are', () => {
  expect(samePage('/devices', staging, true)).toBe('/p/larder/staging/devices');
  expect(samePage('/groups', staging, false)).toBe('/p/larder/staging/groups');
  expect(samePage('/onboarding', staging, true)).toBe('/p/larder/staging/onboarding');
});

test('an address that is no page leads to the overview', () => {
  expect(samePage('/nowhere', staging, true)).toBe('/p/larder/staging/overview');
});
