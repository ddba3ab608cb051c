import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

const { projects: _, ...test } = base.test ?? {};

/** What the server does for those who ask it, whichever engine holds the control plane. */
const blackBox = ['flags', 'devices', 'projects', 'members', 'groups', 'delivery'].map(
  (feature) => `apps/server/test/${feature}/**/*.test.ts`,
);

/** Questions to the analytics store, whichever engine answers. */
const ofAnyStore = [
  'apps/server/src/features/**/duckdb/**/*.test.ts',
  'apps/server/src/analytics/duckdb/relations/*.test.ts',
  'apps/server/src/analytics/duckdb/loading/store-replays.test.ts',
  'apps/server/src/analytics/live/live-tail.test.ts',
];

/** What the server answers from the analytics store, whichever engine holds it. */
const asksStore = ['crashes', 'events', 'experiments', 'insights', 'people', 'performance', 'privacy', 'releases'].map(
  (feature) => `apps/server/test/${feature}/**/*.test.ts`,
);

/** They look for bytes in the files of DuckDB, which ClickHouse keeps for minutes; erasure.scale-out.test.ts is about those. */
const ofDuckdbFile = [
  'apps/server/test/privacy/erasure.test.ts',
  'apps/server/test/crashes/crashes.test.ts',
  'apps/server/test/performance/performance.test.ts',
];

/** In the SQL of DuckDB; features/insights/clickhouse/user-sql has its own. */
const ofDuckdbDialect = [
  'apps/server/src/features/insights/duckdb/user-sql/**',
  'apps/server/test/insights/{activity,exports,sql,sql-growth}.test.ts',
];

/** They damage, replace or lock the file of SQLite. */
const ofSqliteFile = [
  'apps/server/test/delivery/{flags-through-restart,generation,lost-changes}.test.ts',
  'apps/server/test/members/reset-password.test.ts',
];

/** Most of their time they wait for time-outs and restarts: in the full run only. */
const long =
  process.env.LP_SCALE_OUT === 'full'
    ? []
    : [
        'apps/server/test/scale-out/{alert-jobs,digest-jobs,drain,guardrail-jobs,jobs,jobs-of-store,moving,moving-clickhouse,refusals,rolling-restart,several-loaders,shared-files,webhook-jobs}.test.ts',
        'apps/server/test/scale-out/{shared-store-faults,shared-store-kills,three-edges}.test.ts',
        'apps/server/test/scale-out/limits/{redis-outages,redis-over-tls,unusable-redis}.test.ts',
        'apps/server/src/engines/file-storage/s3/s3-faults.scale-out.test.ts',
        // The same answers from both engines, query by query.
        'apps/server/src/features/**/clickhouse/**',
        'apps/server/src/analytics/clickhouse/{erasure,housekeeping,layouts}/**',
        'apps/server/src/features/dashboards/template-statements.scale-out.test.ts',
      ];

/** Tests with the engines of a scale-out installation: real PostgreSQL and Redis servers, started for them. */
export default mergeConfig(
  { ...base, test },
  {
    test: {
      globalSetup: ['tools/run/build-before-tests.mjs', 'apps/server/test/scale-out/engines/shared-engines.ts'],
      testTimeout: 180_000,
      projects: [
        {
          extends: true,
          test: {
            name: 'scale-out',
            include: ['apps/server/test/scale-out/**/*.test.ts', 'apps/server/src/**/*.scale-out.test.ts'],
            exclude: long,
          },
        },
        {
          extends: true,
          test: {
            name: 'over PostgreSQL',
            include: blackBox,
            exclude: ofSqliteFile,
            env: { LP_TEST_CONTROL: 'postgres' },
          },
        },
        {
          extends: true,
          test: {
            name: 'over ClickHouse',
            include: [...ofAnyStore, ...asksStore],
            exclude: [...ofDuckdbFile, ...ofDuckdbDialect],
            env: { LP_TEST_ANALYTICS: 'clickhouse' },
          },
        },
      ],
    },
  },
);
