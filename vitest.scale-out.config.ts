import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

const { projects: _, globalSetup, ...test } = base.test ?? {};

/** Tests with the engines of a scale-out installation: real servers of others, started for them. */
export default mergeConfig(
  { ...base, test },
  {
    test: {
      include: ['apps/server/test/scale-out/**/*.test.ts', 'apps/server/src/**/*.scale-out.test.ts'],
      globalSetup: [globalSetup ?? [], 'apps/server/test/scale-out/engines/shared-redis.ts'].flat(),
      testTimeout: 60_000,
      maxWorkers: 2,
    },
  },
);
