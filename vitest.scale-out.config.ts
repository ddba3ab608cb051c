import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

const { projects: _, ...test } = base.test ?? {};

/** Tests with the engines of a scale-out installation: real PostgreSQL and Redis servers, started for them. */
export default mergeConfig(
  { ...base, test },
  {
    test: {
      include: ['apps/server/test/scale-out/**/*.test.ts', 'apps/server/src/**/*.scale-out.test.ts'],
      globalSetup: 'apps/server/test/scale-out/engines/shared-engines.ts',
      testTimeout: 60_000,
      maxWorkers: 2,
    },
  },
);
