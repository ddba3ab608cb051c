import { invalidField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { pageRequest, pagination } from '../../http/request/page.ts';
import { rangeOf } from '../../http/request/range-of.ts';
import { scopeOf } from '../../http/request/scope-of.ts';
import { crashGroupRow, latestFirst } from './crash-group-row.ts';
import { crashGroupState } from './crash-group-state.ts';
import type { CrashGroupPatch } from './crash-group-store.ts';
import { type CrashPageDeps, countsOf, groupPage, reportRow } from './crash-pages.ts';
import { crashGroupsQuery, crashReportQuery, crashReportsQuery } from './queries/crash-groups.ts';
import { listFilter } from './triage/list-filter.ts';

const DAYS_WHEN_ABSENT = 30;
const GROUPS_ON_A_PAGE = 50;
const REPORTS_ON_A_PAGE = 10;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Crashes that are one bug: what is counted of them comes from the store, what people think of them from the control plane. */
export function registerCrashGroupsRoute(fastify: FastifyInstance, deps: CrashPageDeps, state: EdgeState): void {
  const { groups, store } = deps;
  const groupOf = async (access: ProjectAccess, environmentId: string | undefined, id: string) => {
    const scope = scopeOf(state, access, environmentId);
    return { scope, group: orNotFound(await groups.find(scope.environmentId, id), 'crash group') };
  };

  handle(fastify, 'listCrashGroups', async ({ actor, access, query, receivedAtMs }) => {
    const scope = scopeOf(state, access, query.environment_id);
    const { platform, app_version: appVersion, sort = 'last_seen' } = query;
    const { filter, firstSeenSinceMs } = listFilter(query, actor, receivedAtMs);
    const { rows, nextCursor } = await store.run(crashGroupsQuery, {
      scope,
      selection: await groups.select(scope.environmentId, filter),
      ...rangeOf(query, receivedAtMs, DAYS_WHEN_ABSENT),
      ...omitUndefined({ platform, appVersion, firstSeenSinceMs }),
      sort,
      page: pageRequest(query, GROUPS_ON_A_PAGE),
      nowMs: receivedAtMs,
    });
    const shown = await groups.ofFingerprints(
      scope.environmentId,
      rows.map(({ fingerprint }) => fingerprint),
    );
    const byFingerprint = new Map(shown.map((group) => [group.fingerprint, group]));
    const data = rows.flatMap((counts) => {
      const group = byFingerprint.get(counts.fingerprint);
      return group === undefined ? [] : [crashGroupRow(group, counts, receivedAtMs)];
    });
    return { data, pagination: pagination(nextCursor) };
  });

  handle(fastify, 'showCrashGroup', async ({ access, query, param, receivedAtMs }) => {
    const { scope, group } = await groupOf(access, query.environment_id, param('id'));
    return { data: await groupPage(deps, scope, group, rangeOf(query, receivedAtMs, DAYS_WHEN_ABSENT)) };
  });

  handle(fastify, 'listCrashReports', async ({ access, query, param }) => {
    const { scope, group } = await groupOf(access, query.environment_id, param('id'));
    const { fingerprints } = group;
    const page = pageRequest(query, REPORTS_ON_A_PAGE);
    const { rows, nextCursor } = await store.run(crashReportsQuery, { scope, fingerprints, page });
    const data = [];
    for (const row of rows) data.push(await reportRow(deps, scope, row, group.id));
    return { data, pagination: pagination(nextCursor) };
  });

  handle(fastify, 'showCrashReport', async ({ access, query, param }) => {
    const scope = scopeOf(state, access, query.environment_id);
    const crashId = param('id');
    const stored = uuid.test(crashId) ? await store.run(crashReportQuery, { scope, crashId }) : null;
    const report = orNotFound(stored ?? undefined, 'crash report');
    const { fingerprint } = report;
    const [group] = fingerprint === null ? [] : await groups.ofFingerprints(scope.environmentId, [fingerprint]);
    return { data: await reportRow(deps, scope, report, group?.id ?? null) };
  });

  handle(fastify, 'changeCrashGroup', async ({ actor, access, query, body, param, receivedAtMs }) => {
    const { scope, group } = await groupOf(access, query.environment_id, param('id'));
    const { status, resolved_in_version: sent, assignee } = body;
    if (status === undefined && assignee === undefined) throw invalidField('status', 'or assignee is required');
    if (sent !== undefined && status !== 'resolved') {
      throw invalidField('resolved_in_version', 'is only allowed with the status resolved');
    }
    let patch: CrashGroupPatch = omitUndefined({ status, assignee });
    if (status === 'resolved') {
      const lastSeen = async () => {
        const counts = await countsOf(deps, scope, group, { fromMs: 0, toMs: receivedAtMs + 1 });
        return latestFirst(counts?.versions ?? [])[0]?.version ?? null;
      };
      patch = { ...patch, resolvedInVersion: sent === undefined ? await lastSeen() : sent };
    }
    const changed = await groups.update(scope.environmentId, group.id, patch, actor);
    return { data: crashGroupState(orNotFound(changed, 'crash group')) };
  });

  handle(fastify, 'mergeCrashGroups', async ({ actor, access, query, body, param }) => {
    const { environmentId } = scopeOf(state, access, query.environment_id);
    const merged = await groups.merge(environmentId, param('id'), body.group_ids, actor);
    return { data: crashGroupState(orNotFound(merged, 'crash group')) };
  });

  handle(fastify, 'splitCrashGroup', async ({ actor, reply, access, query, body, param }) => {
    const { environmentId } = scopeOf(state, access, query.environment_id);
    const split = await groups.split(environmentId, param('id'), body.fingerprint, actor);
    reply.code(201);
    return { data: crashGroupState(orNotFound(split, 'crash group')) };
  });
}
