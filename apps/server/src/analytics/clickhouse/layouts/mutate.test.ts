import { describe, expect, test } from 'vitest';
import type { StatementOptions } from '../../../engines/clickhouse/clickhouse-client.ts';
import { type Layout, SINGLE_NODE } from './layout.ts';
import { mutate } from './mutate.ts';

const replicated: Layout = { kind: 'replicated', cluster: 'main' };
const sharded: Layout = { kind: 'sharded', cluster: 'main' };

/** Of a server that answers every statement like this. */
function server(answer: () => void) {
  const asked: { sql: string; settings: StatementOptions['settings'] }[] = [];
  const command = async (sql: string, { settings }: StatementOptions = {}): Promise<void> => {
    asked.push({ sql, settings });
    answer();
  };
  return { asked, command };
}
const refusing = (type: string) =>
  server(() => {
    throw Object.assign(new Error(`refused: ${type}`), { type });
  });

test.each([
  [SINGLE_NODE, 'ALTER TABLE events DELETE WHERE 1'],
  [replicated, 'ALTER TABLE events DELETE WHERE 1'],
  [sharded, "ALTER TABLE events_local ON CLUSTER 'main' DELETE WHERE 1"],
] as const)('%o: rows are deleted where they are', async (layout, sql) => {
  const { asked, ...client } = server(() => undefined);
  await mutate(client, layout, 'events', 'DELETE WHERE 1', { max_query_size: '5' });
  expect(asked).toEqual([{ sql, settings: { mutations_sync: '2', max_query_size: '5' } }]);
});

describe('a replica is down', () => {
  test('the others have deleted: that is all there is to wait for', async () => {
    await expect(mutate(refusing('UNFINISHED'), replicated, 'events', 'DELETE WHERE 1')).resolves.toBeUndefined();
  });

  test('over several shards it is not known what the others did', async () => {
    await expect(mutate(refusing('UNFINISHED'), sharded, 'events', 'DELETE WHERE 1')).rejects.toThrow('UNFINISHED');
  });
});

test('any other refusal is passed on', async () => {
  await expect(mutate(refusing('MEMORY_LIMIT_EXCEEDED'), replicated, 'events', 'DELETE WHERE 1')).rejects.toThrow(
    'MEMORY',
  );
});
