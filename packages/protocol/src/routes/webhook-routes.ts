import type { Route } from './route.ts';

const secret = ['secret'] as const;
/** Where notices go, and what was in them, is for those who may change it. */
const editors = { access: secret, isProjectWide: true, member: 'editor' } as const;

export const webhookRoutes = {
  listWebhooks: {
    ...editors,
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'Webhooks, chats and addresses that are told of events, newest first',
    query: 'ListQuery',
    success: { 200: 'WebhooksAnswer' },
  },
  createWebhook: {
    ...editors,
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook; its secret is shown in this answer only',
    body: 'NewWebhookBody',
    success: { 201: 'WebhookSecretAnswer' },
    failures: [404, 409],
  },
  showWebhook: {
    ...editors,
    method: 'GET',
    path: '/v1/webhooks/:id',
    summary: 'One webhook',
    success: { 200: 'WebhookAnswer' },
    failures: [404],
  },
  changeWebhook: {
    ...editors,
    method: 'PATCH',
    path: '/v1/webhooks/:id',
    summary: 'Edit, enable or disable a webhook',
    body: 'WebhookPatch',
    success: { 200: 'WebhookAnswer' },
    failures: [404],
  },
  deleteWebhook: {
    ...editors,
    method: 'DELETE',
    path: '/v1/webhooks/:id',
    summary: 'Delete a webhook with its log; what is queued is not delivered',
    success: { 204: null },
    failures: [404],
  },
  rotateWebhookSecret: {
    ...editors,
    method: 'POST',
    path: '/v1/webhooks/:id/rotate-secret',
    summary: 'A new secret, shown in this answer only; for 24 hours messages are signed with both',
    success: { 200: 'WebhookSecretAnswer' },
    failures: [404, 409],
  },
  testWebhook: {
    ...editors,
    method: 'POST',
    path: '/v1/webhooks/:id/test',
    summary: 'Send a test message now, ahead of what is queued, and show what came back',
    success: { 200: 'WebhookDeliveryAnswer' },
    failures: [404, 409],
  },
  listWebhookDeliveries: {
    ...editors,
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries',
    summary: 'Deliveries of a webhook with the last response to each, newest first; kept for 30 days, 1,000 at most',
    query: 'WebhookDeliveriesQuery',
    success: { 200: 'WebhookDeliveriesAnswer' },
    failures: [404],
  },
  showWebhookDelivery: {
    ...editors,
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries/:deliveryId',
    summary: 'One delivery',
    success: { 200: 'WebhookDeliveryAnswer' },
    failures: [404],
  },
  resendWebhookDelivery: {
    ...editors,
    method: 'POST',
    path: '/v1/webhooks/:id/deliveries/:deliveryId/resend',
    summary: 'Queue a message again, with the same id; answers the new delivery',
    success: { 201: 'WebhookDeliveryAnswer' },
    failures: [404, 409],
  },
} as const satisfies Record<string, Route>;
