import { expect, test } from 'vitest';
import { readClickhouseLayout } from './read-clickhouse-layout.ts';
import { readSettings } from './read-settings.ts';

const url = { LP_CLICKHOUSE_URL: 'http://127.0.0.1:8123/lamppost' };
const read = (environment: Record<string, string>) => readClickhouseLayout(readSettings(environment));

test.each([
  ['no ClickHouse', {}, { kind: 'single' }],
  ['one server', url, { kind: 'single' }],
  ['a cluster', { ...url, LP_CLICKHOUSE_CLUSTER: 'main' }, { kind: 'replicated', cluster: 'main' }],
  [
    'a cluster with shards',
    { ...url, LP_CLICKHOUSE_CLUSTER: '{cluster}', LP_CLICKHOUSE_SHARDED: 'true' },
    { kind: 'sharded', cluster: '{cluster}' },
  ],
  ['several loaders', { ...url, LP_LOADERS: '3' }, { kind: 'single' }],
  [
    'several loaders of shards',
    { ...url, LP_CLICKHOUSE_CLUSTER: 'main', LP_CLICKHOUSE_SHARDED: 'true', LP_LOADERS: '3' },
    { kind: 'sharded', cluster: 'main' },
  ],
])('%s', (_, environment, layout) => expect(read(environment)).toEqual(layout));

test.each([
  ['LP_CLICKHOUSE_SHARDED needs LP_CLICKHOUSE_CLUSTER', { ...url, LP_CLICKHOUSE_SHARDED: 'true' }],
  ['LP_CLICKHOUSE_CLUSTER is set but LP_CLICKHOUSE_URL is not', { LP_CLICKHOUSE_CLUSTER: 'main' }],
  ['LP_LOADERS is 2 but LP_CLICKHOUSE_URL is not set', { LP_LOADERS: '2' }],
  ['take the rows of one loader', { ...url, LP_CLICKHOUSE_CLUSTER: 'main', LP_LOADERS: '2' }],
  ['must be the name of a cluster, not "a b"', { ...url, LP_CLICKHOUSE_CLUSTER: 'a b' }],
])('refused: %s', (message, environment) => expect(() => read(environment)).toThrow(message));
