import { afterEach, expect, test, vi } from 'vitest';
import { reportReaderContract } from '../report/report-reader.contract.ts';
import { ThreadReportReader } from './thread-report-reader.ts';

afterEach(() => vi.unstubAllEnvs());

reportReaderContract((poison) => {
  vi.stubEnv('LP_FAIL_POINTS', `crashes.poison=${poison}`);
  return new ThreadReportReader({ limitMs: 4_000 });
});

test('a thread that was let go is started again when it is needed', async () => {
  const reader = new ThreadReportReader({ idleMs: 0 });
  expect(await reader.group('{}')).toBeDefined();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await reader.group('{}')).toBeDefined();
  await reader.close();
});
