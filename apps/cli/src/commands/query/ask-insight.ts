import type { Wire } from '@lamppost/protocol';
import type { Cli } from '../cli.ts';
import { omitUndefined } from '../read-options.ts';

type Query = Wire['InsightQuery'];
type Result<K extends Query['kind']> = Extract<Wire['InsightAnswer']['data'], { kind: K }>;

/** The answer to a query, in the environment that was chosen. */
export async function askInsight<K extends Query['kind']>(cli: Cli, query: Query & { kind: K }): Promise<Result<K>> {
  const body = { query, ...omitUndefined({ environment_id: await cli.environment() }) };
  return (await (await cli.client()).data('askInsight', { body })) as Result<K>;
}
