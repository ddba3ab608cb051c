import { invalidBody, invalidField, invalidFields, limits, tooLarge } from '@lamppost/protocol';
import * as bodyValidators from '@lamppost/protocol/body-validators';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import { readLightJson } from '../../collect/ingest/json/read-light-json.ts';
import { WrongState } from '../../control/control-errors.ts';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { Scope } from '../../edge/scope.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { describeFaults } from '../../http/request/describe-faults.ts';
import { handle, handleBytes } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { whileClientWaits } from '../../http/request/while-client-waits.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import { cursorOfPerson, personOfCursor } from '../insights/people/person-cursor.ts';
import { cohortPageQuery } from '../insights/queries/cohort-members.ts';
import { addUsers } from './add-users.ts';
import type { CohortKeeper } from './cohort-keeper.ts';
import type { CohortResolver } from './cohort-resolver.ts';
import type { Cohort, CohortStore } from './cohort-store.ts';
import { readCohortDefinition } from './read-cohort-definition.ts';
import { readUserIds } from './read-user-ids.ts';

export interface CohortsRouteDeps {
  readonly cohorts: CohortStore;
  readonly keeper: CohortKeeper;
  readonly resolver: CohortResolver;
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
  readonly publisher: EdgePublisher;
}

/** Sets of people of an environment. What is computed of a new or changed one is there a moment later. */
export function registerCohortsRoute(
  fastify: FastifyInstance,
  { cohorts, keeper, resolver, store, state, publisher }: CohortsRouteDeps,
): void {
  const scopeOf = (access: ProjectAccess, environmentId: string | undefined): Scope => ({
    projectId: access.projectId,
    environmentId: environmentOf(state, access, environmentId).id,
  });
  const rowOf = (cohort: Cohort) => cohortRow(cohort, keeper.isNamed(cohort));
  const found = async (scope: Scope, id: string): Promise<Cohort> =>
    orNotFound(await cohorts.find(scope, id), 'cohort');

  handle(fastify, 'listCohorts', async ({ access, query }) => {
    const { search, include_archived: includeArchived } = query;
    const filter = { ...scopeOf(access, query.environment_id), ...omitUndefined({ search, includeArchived }) };
    return listResponse(await cohorts.list(filter, pageRequest(query, 50)), rowOf);
  });

  handle(fastify, 'createCohort', async ({ actor, reply, access, body }) => {
    const { key, name, description, kind } = body;
    const definition = readCohortDefinition(kind, body.definition ?? {});
    const scope = scopeOf(access, body.environment_id);
    const sent = { ...scope, key, name, kind, definition, ...omitUndefined({ description }) };
    const cohort = await cohorts.create(sent, actor);
    await publisher.publish();
    keeper.computeSoon(cohort);
    reply.code(201);
    return { data: rowOf(cohort) };
  });

  handle(fastify, 'showCohort', async ({ access, query, param }) => ({
    data: rowOf(await found(scopeOf(access, query.environment_id), param('id'))),
  }));

  handle(fastify, 'changeCohort', async ({ actor, access, query, body, param }) => {
    const scope = scopeOf(access, query.environment_id);
    const { key, kind, name, description, archived } = body;
    const before = await found(scope, param('id'));
    const definition = body.definition === undefined ? undefined : readCohortDefinition(before.kind, body.definition);
    const patch = omitUndefined({ key, kind, name, description, archived, definition });
    const cohort = orNotFound(await cohorts.update(scope, before.id, patch, actor), 'cohort');
    await follow(cohort, before);
    return { data: rowOf(cohort) };
  });

  handle(fastify, 'archiveCohort', async ({ actor, reply, access, query, param }) => {
    const scope = scopeOf(access, query.environment_id);
    const before = await found(scope, param('id'));
    const cohort = orNotFound(await cohorts.update(scope, before.id, { archived: true }, actor), 'cohort');
    await follow(cohort, before);
    return reply.code(204).send();
  });

  handle(fastify, 'listCohortMembers', async ({ reply, access, query, param }) => {
    const scope = scopeOf(access, query.environment_id);
    const cohort = await found(scope, param('id'));
    const page = pageRequest(query, 50);
    if (cohort.kind === 'list') {
      const listed = orNotFound(await cohorts.members(scope, cohort.id, page), 'cohort');
      return listResponse(listed, ({ userId, addedAtMs }) => memberRow(userId, userId, addedAtMs));
    }
    if (cohort.archivedAtMs !== null) {
      throw new WrongState('COHORT_ARCHIVED', `The cohort "${cohort.key}" is archived and no longer computed.`);
    }
    const after = page.cursor === undefined ? {} : { after: personOfCursor(page.cursor).key };
    const source = await resolver.sourceOf(cohort);
    return await whileClientWaits(reply, async (signal) => {
      const { persons } = await store.run(cohortPageQuery, { scope, source, limit: page.limit, ...after }, { signal });
      const rows = persons.slice(0, page.limit);
      const last = persons.length > page.limit ? rows.at(-1) : undefined;
      const nextCursor = last === undefined ? null : cursorOfPerson({ key: last.key, total: 0 });
      return listResponse({ rows, nextCursor }, ({ personId, userId }) => memberRow(personId, userId, null));
    });
  });

  handleBytes(fastify, 'addCohortMembers', async ({ request, actor, access, query, param, bodyBytes }) => {
    const scope = scopeOf(access, query.environment_id);
    const cohort = await found(scope, param('id'));
    const userIds = isCsv(request) ? await readUserIds(bodyBytes.toString('utf8')) : readListed(bodyBytes);
    const outcome = await addUsers(cohorts, scope, cohort, userIds, actor);
    keeper.computeSoon(cohort);
    return { data: outcome };
  });

  handle(fastify, 'removeCohortMember', async ({ actor, reply, access, query, param }) => {
    const scope = scopeOf(access, query.environment_id);
    const cohort = await found(scope, param('id'));
    const isRemoved = await cohorts.removeMember(scope, cohort.id, param('userId'), actor);
    orNotFound(isRemoved || undefined, 'user in the cohort');
    keeper.computeSoon(cohort);
    return reply.code(204).send();
  });

  handle(fastify, 'refreshCohort', async ({ access, query, param }) => {
    const scope = scopeOf(access, query.environment_id);
    const cohort = await found(scope, param('id'));
    if (cohort.archivedAtMs !== null) throw invalidField('id', `the cohort "${cohort.key}" is archived`);
    // What is wrong with the cohort is in its row, like after any other attempt.
    await keeper.computeAndNote(cohort);
    return { data: rowOf(await found(scope, cohort.id)) };
  });

  async function follow(cohort: Cohort, before: Cohort): Promise<void> {
    await publisher.publish();
    if (cohort.archivedAtMs !== null) await keeper.withdraw(cohort);
    else if (cohort.updatedAtMs !== before.updatedAtMs) keeper.computeSoon(cohort);
  }
}

/** The framework is not shown what a body is called, because it would judge it: see app.ts. */
function isCsv({ raw: { rawHeaders } }: FastifyRequest): boolean {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  return at !== -1 && /^text\/csv\b/i.test(rawHeaders[at + 1] ?? '');
}

function readListed(bytes: Buffer): string[] {
  if (bytes.length > limits.cohortJsonBytes) throw tooLarge(limits.cohortJsonBytes);
  const { value } = readLightJson(bytes);
  if (typeof value !== 'object' || value === null) throw invalidBody('The body must be an object');
  const validate = bodyValidators.CohortMembersBody;
  if (!validate(value)) throw invalidFields(describeFaults(validate.errors ?? []));
  return [...new Set(value.user_ids)];
}

const memberRow = (personId: string, userId: string | null, addedAtMs: number | null) => ({
  person_id: personId,
  user_id: userId,
  added_at: isoTimeOrNull(addedAtMs),
});

const cohortRow = (cohort: Cohort, isNamed: boolean) => ({
  id: cohort.id,
  environment_id: cohort.environmentId,
  key: cohort.key,
  name: cohort.name,
  description: cohort.description,
  kind: cohort.kind,
  definition: cohort.definition,
  status: cohort.error !== null ? 'failed' : cohort.computedAtMs === null ? 'waiting' : 'ready',
  error: cohort.error,
  size: cohort.size,
  user_count: cohort.userCount,
  computed_at: isoTimeOrNull(cohort.computedAtMs),
  is_used_by_flags: isNamed,
  archived_at: isoTimeOrNull(cohort.archivedAtMs),
  created_at: isoTime(cohort.createdAtMs),
  updated_at: isoTime(cohort.updatedAtMs),
});
