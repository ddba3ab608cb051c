import { invalidField, type Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { timeOf } from '../../http/request/time-of.ts';
import { whileClientWaits } from '../../http/request/while-client-waits.ts';
import type { AlertEvaluator } from './alert-evaluator.ts';
import { alertRow, historyRow, periodRow, verdictRow } from './alert-rows.ts';
import type { AlertSettings, AlertStore, ListedAlert } from './alert-store.ts';
import { measuredBy } from './judging/measured.ts';
import { previewAlert } from './preview-alert.ts';
import { readAlertDefinition } from './read-alert.ts';

export interface AlertsRouteDeps {
  readonly alerts: AlertStore;
  readonly evaluator: Pick<AlertEvaluator, 'preview'>;
  readonly state: EdgeState;
}

/** Alerts of an environment: what they watch, what state they are in, and what came of them. */
export function registerAlertsRoute(fastify: FastifyInstance, { alerts, evaluator, state }: AlertsRouteDeps): void {
  /** A key of one environment does not see alerts of others. */
  const found = async (access: ProjectAccess, id: string): Promise<ListedAlert> => {
    const alert = orNotFound(await alerts.find(access.projectId, id), 'alert');
    environmentOf(state, access, alert.environmentId);
    return alert;
  };

  handle(fastify, 'listAlerts', async ({ access, query }) => {
    const environmentId = environmentOf(state, access, query.environment_id).id;
    const filter = { projectId: access.projectId, environmentId, ...omitUndefined({ state: query.state }) };
    return listResponse(await alerts.list(filter, pageRequest(query, 50)), alertRow);
  });

  handle(fastify, 'createAlert', async ({ access, actor, body, reply }) => {
    const alert = await alerts.create(
      {
        ...readAlertDefinition(body),
        projectId: access.projectId,
        environmentId: environmentOf(state, access, body.environment_id).id,
        name: body.name,
        remind: body.remind ?? 'off',
        webhookIds: body.webhook_ids ?? [],
      },
      actor,
    );
    reply.code(201);
    return { data: alertRow(alert) };
  });

  handle(fastify, 'previewAlert', async ({ access, body, receivedAtMs, reply }) => {
    const definition = readAlertDefinition(body);
    const environmentId = environmentOf(state, access, body.environment_id).id;
    const scope = { projectId: access.projectId, environmentId };
    return whileClientWaits(reply, async (signal) => {
      const verdicts = await evaluator.preview(definition, scope, receivedAtMs, { signal });
      const { last, firing } = previewAlert(definition, verdicts);
      const { label, unit } = measuredBy(definition);
      return {
        data: {
          measures: label,
          unit,
          points: verdicts.map(verdictRow),
          firing: firing.map(periodRow),
          state: last.state,
          message: last.deciding?.message ?? verdicts.at(-1)?.message ?? null,
        },
      };
    });
  });

  handle(fastify, 'showAlert', async ({ access, param }) => ({ data: alertRow(await found(access, param('id'))) }));

  handle(fastify, 'changeAlert', async ({ access, actor, body, param }) => {
    const alert = await found(access, param('id'));
    const patched = await alerts.update(access.projectId, alert.id, readPatch(alert, body), actor);
    return { data: alertRow(orNotFound(patched, 'alert')) };
  });

  handle(fastify, 'deleteAlert', async ({ access, actor, param, reply }) => {
    const { id } = await found(access, param('id'));
    orNotFound((await alerts.remove(access.projectId, id, actor)) || undefined, 'alert');
    return reply.code(204).send();
  });

  handle(fastify, 'muteAlert', async ({ access, actor, body, param, receivedAtMs }) => {
    const { id } = await found(access, param('id'));
    const { muted: isMuted = true, until = null } = body ?? {};
    const mutedUntilMs = until === null ? null : (timeOf('until', until) ?? null);
    if (!isMuted && until !== null) throw invalidField('until', "can't be combined with muted: false");
    if (mutedUntilMs !== null && mutedUntilMs <= receivedAtMs) throw invalidField('until', 'must be in the future');
    const muted = await alerts.mute(access.projectId, id, { isMuted, mutedUntilMs }, actor);
    return { data: alertRow(orNotFound(muted, 'alert')) };
  });

  handle(fastify, 'showAlertHistory', async ({ access, param }) => {
    const { id } = await found(access, param('id'));
    return { data: historyRow(orNotFound(await alerts.history(access.projectId, id), 'alert')) };
  });
}

/** What is not sent stays; what belongs together is read together. */
function readPatch(alert: ListedAlert, body: Wire['AlertPatch']): Partial<AlertSettings> {
  const { query = alert.query as Wire['InsightQuery'], interval = alert.interval, condition = alert.condition } = body;
  const { for_intervals: forIntervals = alert.forIntervals } = body;
  // Another query has other steps, so the step of the old one does not go with it.
  const step = body.step === undefined && body.query === undefined ? alert.step : body.step;
  const recovery = {
    margin_percent: body.recovery?.margin_percent ?? alert.recovery.marginPercent,
    intervals: body.recovery?.intervals ?? alert.recovery.intervals,
  };
  const definition = readAlertDefinition({ query, interval, condition, step, for_intervals: forIntervals, recovery });
  const { name, remind, webhook_ids: webhookIds } = body;
  return { ...definition, ...omitUndefined({ name, remind, webhookIds }) };
}
