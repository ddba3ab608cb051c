import { expect, test } from 'vitest';
import { orderReleases } from './order-releases.ts';

const release = (version: string, status = 'active') => ({ version, status });
const versions = (...releases: readonly { version: string; status: string }[]) =>
  orderReleases(releases).map(({ version }) => version);

test('a release that was rolled back does not top the list', () => {
  expect(versions(release('3', 'rolled_back'), release('2'), release('1'))).toEqual(['2', '3', '1']);
});

test('everything else stays in order', () => {
  expect(versions(release('3'), release('2', 'rolled_back'), release('1'))).toEqual(['3', '2', '1']);
  expect(versions(release('3', 'rolled_back'), release('2', 'rolled_back'))).toEqual(['3', '2']);
  expect(versions()).toEqual([]);
});
