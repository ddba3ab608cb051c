import { DAY_MS, invalidField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { WrongState } from '../../control/control-errors.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { OutboundPolicy } from '../../engines/outbound/outbound-policy.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { readTarget } from './read-target.ts';
import type { MessageSender } from './sending/message-sender.ts';
import { newSecret } from './sending/new-secret.ts';
import { testMessage } from './test-message.ts';
import { deliveryRow, endpointRow, isSigned, rowWithSecret } from './webhook-rows.ts';
import type { WebhookStore } from './webhook-store.ts';

export interface WebhooksRouteDeps {
  readonly webhooks: WebhookStore;
  readonly projects: { find(id: string): Promise<{ readonly slug: string } | undefined> };
  readonly sender: Pick<MessageSender, 'send'>;
  readonly policy: OutboundPolicy;
  readonly state: EdgeState;
}

/** Endpoints that are told of events, and the log of what they were told. */
export function registerWebhooksRoute(fastify: FastifyInstance, deps: WebhooksRouteDeps): void {
  const { webhooks, projects, sender, policy, state } = deps;
  const environmentId = (access: ProjectAccess, idOrSlug: string | null | undefined): string | null | undefined =>
    idOrSlug == null ? idOrSlug : environmentOf(state, access, idOrSlug).id;
  const found = async (access: ProjectAccess, id: string) =>
    orNotFound(await webhooks.find(access.projectId, id), 'webhook');

  handle(fastify, 'listWebhooks', async ({ access, query }) =>
    listResponse(await webhooks.list(access.projectId, pageRequest(query, 50)), endpointRow),
  );

  handle(fastify, 'createWebhook', async ({ access, actor, body, reply }) => {
    const { kind = 'webhook', name, event_types: eventTypes = [] } = body;
    const target = readTarget(kind, body, policy);
    if (target === undefined) throw invalidField(kind === 'email' ? 'recipients' : 'url', 'is required');
    const endpoint = await webhooks.create(
      {
        projectId: access.projectId,
        environmentId: environmentId(access, body.environment_id) ?? null,
        kind,
        name,
        target,
        eventTypes: [...new Set(eventTypes)],
        secret: newSecret(),
      },
      actor,
    );
    reply.code(201).header('Cache-Control', 'no-store');
    return { data: rowWithSecret({ ...endpoint, pending: 0 }) };
  });

  handle(fastify, 'showWebhook', async ({ access, param }) => ({
    data: endpointRow(await found(access, param('id'))),
  }));

  handle(fastify, 'changeWebhook', async ({ access, actor, body, param }) => {
    const { kind, id } = await found(access, param('id'));
    const { name, event_types: eventTypes, enabled: isEnabled } = body;
    const patch = omitUndefined({
      name,
      eventTypes: eventTypes && [...new Set(eventTypes)],
      isEnabled,
      target: readTarget(kind, body, policy),
      environmentId: environmentId(access, body.environment_id),
    });
    return { data: endpointRow(orNotFound(await webhooks.update(access.projectId, id, patch, actor), 'webhook')) };
  });

  handle(fastify, 'deleteWebhook', async ({ access, actor, param, reply }) => {
    orNotFound((await webhooks.remove(access.projectId, param('id'), actor)) || undefined, 'webhook');
    return reply.code(204).send();
  });

  handle(fastify, 'rotateWebhookSecret', async ({ access, actor, param, reply, receivedAtMs }) => {
    const endpoint = await found(access, param('id'));
    if (!isSigned(endpoint)) throw new WrongState('NO_SECRET', `The kind ${endpoint.kind} has no secret.`);
    const next = { secret: newSecret(), untilMs: receivedAtMs + DAY_MS };
    const rotated = orNotFound(await webhooks.rotate(access.projectId, endpoint.id, next, actor), 'webhook');
    reply.header('Cache-Control', 'no-store');
    return { data: rowWithSecret(rotated) };
  });

  handle(fastify, 'testWebhook', async ({ access, actor, param, receivedAtMs }) => {
    const endpoint = await found(access, param('id'));
    const environment = endpoint.environmentId && state.environment(access.projectId, endpoint.environmentId);
    const message = testMessage(
      { id: access.projectId, slug: orNotFound(await projects.find(access.projectId), 'webhook').slug },
      environment || null,
      actor.name,
      receivedAtMs,
    );
    const outcome = await sender.send(endpoint, message);
    const logged = await webhooks.recordTest(access.projectId, endpoint.id, message, outcome);
    return { data: deliveryRow(orNotFound(logged, 'webhook')) };
  });

  handle(fastify, 'listWebhookDeliveries', async ({ access, param, query }) => {
    const filter = omitUndefined({ state: query.state });
    const page = await webhooks.deliveries(access.projectId, param('id'), filter, pageRequest(query, 20));
    return listResponse(orNotFound(page, 'webhook'), deliveryRow);
  });

  handle(fastify, 'showWebhookDelivery', async ({ access, param }) => ({
    data: deliveryRow(
      orNotFound(await webhooks.delivery(access.projectId, param('id'), param('deliveryId')), 'delivery'),
    ),
  }));

  handle(fastify, 'resendWebhookDelivery', async ({ access, param, receivedAtMs, reply }) => {
    const { projectId } = access;
    const queued = await webhooks.resend(projectId, param('id'), param('deliveryId'), receivedAtMs);
    reply.code(201);
    return { data: deliveryRow(orNotFound(queued, 'delivery')) };
  });
}
