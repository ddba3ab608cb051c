import { DAY_MS, invalidField, MINUTE_MS, type Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { ofOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { rangeOf } from '../../http/request/range-of.ts';
import { scopeOf } from '../../http/request/scope-of.ts';
import { timeOf } from '../../http/request/time-of.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { adoptionResponse } from './adoption-response.ts';
import { annotationsOf } from './annotations.ts';
import { releaseAdoptionQuery } from './queries/releases.ts';
import { regressionRow, releaseDetails, releaseRow, windowHealthRow } from './release-row.ts';
import type { ListedRelease, ReleaseService } from './release-service.ts';
import type { Release, ReleaseFacts, ReleaseStore } from './release-store.ts';
import type { ReleaseWatch } from './release-watch.ts';

export interface ReleasesRouteDeps {
  readonly releases: ReleaseStore;
  readonly changes: ChangeStore;
  readonly releaseService: ReleaseService;
  readonly watch: ReleaseWatch;
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
}

const DEPLOYMENTS_SHOWN = 20;

const oneOf = <T extends string>(platform: T | 'all' | undefined): Exclude<T, 'all'> | undefined =>
  platform === 'all' ? undefined : (platform as Exclude<T, 'all'> | undefined);

/** What is shipped, how it does, and what happened around it. */
export function registerReleasesRoute(fastify: FastifyInstance, deps: ReleasesRouteDeps): void {
  const { releases, changes, releaseService, watch, store, state } = deps;
  const detailsOf = async (release: Release, listed: Promise<ListedRelease>) => {
    const filter = { projectId: release.projectId, entityType: 'release', entityId: release.id };
    const [details, { rows }] = await Promise.all([listed, changes.list(filter, { limit: DEPLOYMENTS_SHOWN })]);
    return { data: releaseDetails(details, rows) };
  };

  handle(fastify, 'listReleases', async ({ access, query, receivedAtMs }) => {
    const { channel, status } = query;
    const filter = {
      ...scopeOf(state, access, query.environment_id),
      ...omitUndefined({ platform: oneOf(query.platform), channel, status }),
    };
    return listResponse(await releaseService.list(filter, pageRequest(query, 25), receivedAtMs), releaseRow);
  });

  handle(fastify, 'announceRelease', async ({ actor, reply, access, body, receivedAtMs }) => {
    const scope = scopeOf(state, access, body.environment_id);
    const sent = { version: body.version, platform: body.platform, ...factsOf(body) };
    const { release, isNew } = await releases.announce(scope, sent, actor);
    reply.code(isNew ? 201 : 200);
    return await detailsOf(release, releaseService.describeWritten(release, receivedAtMs));
  });

  handle(fastify, 'showRelease', async ({ access, param, receivedAtMs }) => {
    const release = orNotFound(ofOwn(access, await releases.find(access.projectId, param('id'))), 'release');
    return await detailsOf(release, releaseService.describe(release, receivedAtMs));
  });

  handle(fastify, 'changeRelease', async ({ actor, access, body, param, receivedAtMs }) => {
    const before = orNotFound(ofOwn(access, await releases.find(access.projectId, param('id'))), 'release');
    for (const fixed of ['version', 'platform'] as const) {
      if (body[fixed] !== undefined && body[fixed] !== before[fixed]) throw invalidField(fixed, "can't be changed");
    }
    const after = orNotFound(await releases.update(access.projectId, before.id, factsOf(body), actor), 'release');
    return await detailsOf(after, releaseService.describeWritten(after, receivedAtMs));
  });

  handle(fastify, 'releaseHealth', async ({ access, query, param, receivedAtMs }) => {
    const release = orNotFound(ofOwn(access, await releases.find(access.projectId, param('id'))), 'release');
    const isHere =
      query.environment_id === undefined ||
      scopeOf(state, access, query.environment_id).environmentId === release.environmentId;
    const minutes = query.window_minutes ?? 60;
    const health = isHere ? await releaseService.health(release, minutes * MINUTE_MS, receivedAtMs) : undefined;
    const row = windowHealthRow(
      release.id,
      release.environmentId,
      minutes,
      orNotFound(health, 'release with data in this window'),
    );
    return { data: row };
  });

  handle(fastify, 'listRegressions', async ({ access, query, receivedAtMs }) => {
    const scope = scopeOf(state, access, query.environment_id);
    const sinceMs = timeOf('since', query.since) ?? receivedAtMs - DAY_MS;
    await watch.judge(scope);
    const rows = (await releases.regressions(scope, sinceMs, query.limit ?? 50)).map(regressionRow);
    return { data: { regressions: rows, since: isoTime(sinceMs), count: rows.length } };
  });

  handle(fastify, 'releaseAdoption', async ({ access, query, receivedAtMs }) => {
    const range = rangeOf(query, receivedAtMs, 14);
    const interval = query.interval ?? 'day';
    const response = await store.run(releaseAdoptionQuery, {
      scope: scopeOf(state, access, query.environment_id),
      ...range,
      interval,
      timezone: state.timezoneOf(access.projectId),
      ...omitUndefined({ platform: oneOf(query.platform) }),
    });
    return { data: { interval, from: isoTime(range.fromMs), to: isoTime(range.toMs), ...adoptionResponse(response) } };
  });

  handle(fastify, 'listAnnotations', async ({ access, query, receivedAtMs }) => {
    const scope = scopeOf(state, access, query.environment_id);
    const limit = query.limit ?? 200;
    const rows = await annotationsOf({ releases, changes }, scope, rangeOf(query, receivedAtMs, 7), limit);
    const data = rows.slice(0, limit).map(({ atMs, kind, id, changeId, title, detail }) => ({
      at: isoTime(atMs),
      kind,
      id,
      change_id: changeId,
      title,
      detail,
    }));
    return { data, pagination: { cursor: null, has_more: rows.length > limit } };
  });
}

function factsOf(body: Wire['ReleasePatch']): ReleaseFacts {
  const deployedAtMs = body.deployed_at === null ? null : timeOf('deployed_at', body.deployed_at);
  return omitUndefined({
    channel: body.channel,
    status: body.status,
    rolloutPct: body.rollout_pct,
    commitSha: body.commit_sha,
    commitCount: body.commit_count,
    prNumber: body.pr_number,
    prTitle: body.pr_title,
    branch: body.branch,
    deployedAtMs,
  });
}
