import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CURRENT_FORMAT } from '../../src/engines/files/data-directory/format-history.ts';
import { recordCounts } from '../../src/telemetry/testing/torture-run.ts';
import { VersionFixture } from '../harness/version-fixture.ts';

const archiveOf = (version: string): string =>
  fileURLToPath(new URL(`../../../../spec/fixtures/${version}/data.tar.gz`, import.meta.url));

const formatOf = (version: string): number =>
  (
    JSON.parse(execFileSync('tar', ['xzOf', archiveOf(version), './format.json'], { encoding: 'utf8' })) as {
      format: number;
    }
  ).format;

test('every format of the data directory before this one has a fixture, which the other tests here open', () => {
  const formats = new Set(VersionFixture.versions.map(formatOf));
  const earlier = Array.from({ length: CURRENT_FORMAT - 1 }, (_, at) => at + 1);
  recordCounts('formats', {
    earlier: earlier.length,
    withFixture: earlier.filter((format) => formats.has(format)).length,
  });
  // If this fails: `npm run fixtures` of the version that wrote the format, see spec/fixtures/README.md.
  expect(earlier.filter((format) => !formats.has(format))).toEqual([]);
});
