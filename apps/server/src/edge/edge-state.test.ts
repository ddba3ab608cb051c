import { expect, test } from 'vitest';
import type { SnapshotProject } from './edge-snapshot.ts';
import { EdgeState } from './edge-state.ts';
import { throughText } from './served-of.contract.ts';

const project = { id: 'p1', slug: 'shop', plan: 'scale', timezone: 'Europe/Berlin', retentionDays: 90 };
const snapshotOf = (...projects: SnapshotProject[]) => ({
  takenAtMs: 1,
  projects,
  environments: [],
  mark: undefined,
  flags: [],
  experiments: [],
  groups: [],
  schemas: [],
  plans: [],
  keys: [],
  operatorTokenHashes: [],
});

test('a project answers with its settings from memory, also when they came through the file', () => {
  const state = new EdgeState();
  const forEver = { ...project, id: 'p2', timezone: 'Asia/Tokyo', retentionDays: null };
  state.swap(throughText(snapshotOf(project, forEver)));
  expect([state.timezoneOf('p1'), state.retentionDaysOf('p1')]).toEqual(['Europe/Berlin', 90]);
  expect([state.timezoneOf('p2'), state.retentionDaysOf('p2')]).toEqual(['Asia/Tokyo', undefined]);
});

test('settings change with the next snapshot', () => {
  const state = new EdgeState();
  state.swap(snapshotOf(project));
  state.swap(snapshotOf({ ...project, timezone: 'UTC', retentionDays: null }));
  expect([state.timezoneOf('p1'), state.retentionDaysOf('p1')]).toEqual(['UTC', undefined]);
});

test('a project that nobody knows counts in UTC and loses nothing', () => {
  const state = new EdgeState();
  expect([state.timezoneOf('p1'), state.retentionDaysOf('p1')]).toEqual(['UTC', undefined]);
});
