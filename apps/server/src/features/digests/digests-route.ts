import { ApiError, invalidField } from '@lamppost/protocol';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LimitWindow, RateLimiter } from '../../collect/limits/rate-limiter.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { whileClientWaits } from '../../http/request/while-client-waits.ts';
import type { Dashboard } from '../dashboards/dashboard-store.ts';
import { digestRow, runRow, weekdayNumber } from './digest-row.ts';
import { type DigestSchedule, periodBefore } from './digest-schedule.ts';
import type { DigestStore, ListedDigest } from './digest-store.ts';
import { digestMail } from './formats/digest-mail.ts';
import type { MakeDigest, WantedDigest } from './make-digest.ts';

export interface DigestsRouteDeps {
  readonly digests: DigestStore;
  readonly dashboards: { find(projectId: string, id: string): Promise<Dashboard | undefined> };
  readonly make: MakeDigest;
  readonly state: EdgeState;
  readonly limiter: RateLimiter;
  readonly hasMail: boolean;
  readonly hasLinks: boolean;
}

/** Each runs all queries of a dashboard. */
const PREVIEWS: LimitWindow = { name: 'digests', limit: 12, windowSeconds: 60 };
const SENDS: LimitWindow = { name: 'digests', limit: 6, windowSeconds: 3_600 };

/** Summaries of dashboards that are sent on a schedule. */
export function registerDigestsRoute(fastify: FastifyInstance, deps: DigestsRouteDeps): void {
  const { digests, dashboards, state, limiter, hasLinks } = deps;
  const found = async ({ projectId }: ProjectAccess, id: string) =>
    orNotFound(await digests.find(projectId, id), 'digest');
  const dashboardOf = async ({ projectId }: ProjectAccess, id: string): Promise<Dashboard> => {
    const dashboard = await dashboards.find(projectId, id);
    if (dashboard === undefined) throw invalidField('dashboard_id', 'the project has no such dashboard');
    return dashboard;
  };
  const rowOf = async (digest: ListedDigest) => {
    const { projectId, dashboardId } = digest;
    const dashboardName = (await dashboards.find(projectId, dashboardId))?.name ?? null;
    return digestRow(digest, { dashboardName, timezone: state.timezoneOf(projectId), hasLinks });
  };

  handle(fastify, 'listDigests', async ({ access, query }) => {
    const page = await digests.list(access.projectId, pageRequest(query, 50));
    const rows = new Map<string, Awaited<ReturnType<typeof rowOf>>>();
    for (const digest of page.rows) rows.set(digest.id, await rowOf(digest));
    return listResponse(page, ({ id }) => rows.get(id));
  });

  handle(fastify, 'createDigest', async ({ access, actor, body, reply }) => {
    const { frequency, weekday, time, targets } = body;
    const dashboard = await dashboardOf(access, body.dashboard_id);
    const digest = await digests.create(
      access.projectId,
      {
        environmentId: environmentOf(state, access, body.environment_id).id,
        dashboardId: dashboard.id,
        name: body.name ?? dashboard.name,
        frequency,
        weekday: weekday === undefined ? null : weekdayNumber(weekday),
        time,
        targets,
      },
      actor,
    );
    reply.code(201);
    return { data: await rowOf(digest) };
  });

  handle(fastify, 'showDigest', async ({ access, param }) => ({
    data: await rowOf(await found(access, param('id'))),
  }));

  handle(fastify, 'changeDigest', async ({ access, actor, body, param }) => {
    const digest = await found(access, param('id'));
    const { name, targets, enabled: isEnabled, dashboard_id: sent } = body;
    const dashboardId = sent === undefined ? undefined : (await dashboardOf(access, sent)).id;
    const patch = omitUndefined({ name, targets, isEnabled, dashboardId, schedule: scheduleIn(body, digest) });
    const changed = await digests.update(access.projectId, digest.id, patch, actor);
    return { data: await rowOf(orNotFound(changed, 'digest')) };
  });

  handle(fastify, 'deleteDigest', async ({ access, actor, param, reply }) => {
    orNotFound((await digests.remove(access.projectId, param('id'), actor)) || undefined, 'digest');
    return reply.code(204).send();
  });

  handle(fastify, 'sendDigest', async ({ access, param, receivedAtMs, reply }) => {
    const { id } = await found(access, param('id'));
    await spend(limiter, `digest ${id}`, SENDS, 'Limit: 6 sends per hour. Try again later.');
    const run = orNotFound(await digests.requestRun(access.projectId, id, receivedAtMs), 'digest');
    reply.code(202);
    return { data: runRow({ ...run, deliveries: [] }) };
  });

  handle(fastify, 'previewDigest', async ({ access, param, receivedAtMs, reply }) => {
    const digest = await found(access, param('id'));
    const { id, name, projectId, environmentId, dashboardId, frequency } = digest;
    const period = periodBefore(frequency, state.timezoneOf(projectId), receivedAtMs);
    return await preview(reply, { id, name, projectId, environmentId, dashboardId, frequency, period });
  });

  handle(fastify, 'previewNewDigest', async ({ access, body, receivedAtMs, reply }) => {
    const { projectId } = access;
    const { frequency } = body;
    const dashboard = await dashboardOf(access, body.dashboard_id);
    const environmentId = environmentOf(state, access, body.environment_id).id;
    const period = periodBefore(frequency, state.timezoneOf(projectId), receivedAtMs);
    return await preview(reply, { id: null, projectId, environmentId, dashboardId: dashboard.id, frequency, period });
  });

  async function preview(reply: FastifyReply, wanted: WantedDigest) {
    await spend(limiter, `digest previews ${wanted.projectId}`, PREVIEWS, 'A project has 12 previews a minute');
    const made = orNotFound(await whileClientWaits(reply, (signal) => deps.make(wanted, signal)), 'dashboard');
    const urls = new Map(
      made.pictures.map(({ id, png }) => [id, `data:image/png;base64,${Buffer.from(png).toString('base64')}`]),
    );
    const { subject, html, text } = digestMail(made.message, (id) => urls.get(id));
    return {
      data: {
        subject,
        html,
        text,
        widgets_left_out: made.message.widgets_left_out,
        has_mail: deps.hasMail,
        has_picture_links: hasLinks,
      },
    };
  }
}

/** Another frequency may come with its weekday, and a daily one has none. Undefined: nothing of it was sent. */
function scheduleIn(
  { frequency, weekday, time }: Parameters<typeof patchSchedule>[0],
  digest: DigestSchedule,
): DigestSchedule | undefined {
  if (frequency === undefined && weekday === undefined && time === undefined) return undefined;
  return patchSchedule({ frequency, weekday, time }, digest);
}

function patchSchedule(
  sent: {
    readonly frequency?: DigestSchedule['frequency'] | undefined;
    readonly weekday?: Parameters<typeof weekdayNumber>[0] | undefined;
    readonly time?: string | undefined;
  },
  digest: DigestSchedule,
): DigestSchedule {
  const { frequency = digest.frequency, time = digest.time } = sent;
  const kept = frequency === 'weekly' ? digest.weekday : null;
  return { frequency, time, weekday: sent.weekday === undefined ? kept : weekdayNumber(sent.weekday) };
}

async function spend(limiter: RateLimiter, key: string, window: LimitWindow, message: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await limiter.spend(key, [window], 1);
  if (!isAllowed) throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
}
