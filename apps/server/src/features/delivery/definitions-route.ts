import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Page, PageRequest } from '../../control/page.ts';
import { isTagKnown } from '../../edge/config-tag.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { inGeneration } from '../../edge/generation.ts';
import { handle } from '../../http/request/handle.ts';
import { eventSchemaState } from '../events/schemas/event-schema-state.ts';
import type { EventSchemaStore } from '../events/schemas/event-schema-store.ts';
import type { ExperimentStore } from '../experiments/experiment-store.ts';
import { experimentRow } from '../experiments/experiments-route.ts';
import type { FlagStore } from '../flags/flag-store.ts';
import { flagRow } from '../flags/flags-route.ts';

export interface DefinitionsRouteDeps {
  readonly flags: FlagStore;
  readonly experiments: ExperimentStore;
  readonly schemas: EventSchemaStore;
  readonly state: EdgeState;
}

/** Everything that code can be generated from, in one document; and flags as the OpenFeature CLI reads them. */
export function registerDefinitionsRoute(
  fastify: FastifyInstance,
  { flags, experiments, schemas, state }: DefinitionsRouteDeps,
): void {
  handle(fastify, 'definitions', async ({ request, reply, access }) => {
    const { projectId } = access;
    const [allFlags, allExperiments, allSchemas] = await Promise.all([
      everyPage((page) => flags.list({ projectId }, page)),
      everyPage((page) =>
        experiments.list(
          { projectId, ...(access.isConfined === true ? { environmentId: access.environment.id } : {}) },
          page,
        ),
      ),
      everyPage((page) => schemas.list(projectId, page)),
    ]);
    const definitions = {
      flags: allFlags.map((flag) => withoutSightings(flagRow(flag))),
      experiments: allExperiments.map((experiment) => designOf(experimentRow(experiment))),
      event_schemas: allSchemas.map(eventSchemaState),
    };
    const json = JSON.stringify(definitions);
    const version = createHash('sha256').update(json).digest('hex').slice(0, 16);
    const etag = `"${inGeneration(version, state.generation)}"`;
    reply.headers({ ETag: etag, Vary: 'Authorization', 'Cache-Control': 'private, no-cache' });
    if (isTagKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return `{"data":{"version":"${version}",${json.slice(1)}}`;
  });

  handle(fastify, 'manifest', async ({ reply, access }) => {
    const rows = await everyPage((page) => flags.list({ projectId: access.projectId }, page));
    reply.header('X-Manifest-Capabilities', 'read');
    return {
      flags: rows
        .filter(({ status }) => status !== 'archived')
        .map(({ key: flagKey, name, description, valueType, defaultValue }) => ({
          key: flagKey,
          name,
          type: manifestType(valueType, defaultValue),
          ...(description === null ? {} : { description }),
          defaultValue,
        })),
    };
  });
}

/** The manifest knows integers, not numbers; one with a fraction is reported as what it holds. */
function manifestType(valueType: string, value: unknown): string {
  if (valueType === 'json') return 'object';
  if (valueType !== 'number') return valueType;
  return Number.isInteger(value) ? 'integer' : 'float';
}

/** When a flag was last seen, who owns it, what it needs and when it expires is no part of its definition. */
const withoutSightings = ({
  stale: _,
  last_seen_at: __,
  owner: ___,
  prerequisites: ____,
  expires_on: _____,
  ...row
}: ReturnType<typeof flagRow>) => row;

/**
 * Nor is who is let into an experiment, how it is judged and what guardrails found: no code is generated from it, and it
 * changes while the experiment runs.
 */
const designOf = ({
  audience: _audience,
  overrides: _overrides,
  layer: _layer,
  ranges: _ranges,
  analysis: _analysis,
  guardrail_breaches: _breaches,
  ...row
}: ReturnType<typeof experimentRow>) => ({
  ...row,
  metrics: row.metrics.map(({ event_name, metric_type, aggregation_field, is_primary, is_guardrail }) => ({
    event_name,
    metric_type,
    aggregation_field,
    is_primary,
    is_guardrail,
  })),
});

async function everyPage<Row>(read: (page: PageRequest) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Row> = await read({ limit: 100, ...(cursor === null ? {} : { cursor }) });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}
