import type { Route } from './route.ts';

const viewers = { access: ['secret'], member: 'viewer' } as const;
const editors = { access: ['secret'], member: 'editor' } as const;

/** Alerts on what queries show. */
export const alertRoutes = {
  listAlerts: {
    ...viewers,
    method: 'GET',
    path: '/v1/alerts',
    summary: 'Alerts of an environment with their states, newest first',
    query: 'AlertsQuery',
    success: { 200: 'AlertsAnswer' },
  },
  createAlert: {
    ...editors,
    method: 'POST',
    path: '/v1/alerts',
    summary: 'Create an alert on a trend, funnel, crash-free rate, number of crashes or metric',
    body: 'NewAlertBody',
    success: { 201: 'AlertAnswer' },
    failures: [404, 409],
  },
  previewAlert: {
    ...viewers,
    method: 'POST',
    path: '/v1/alerts/preview',
    summary: 'What an alert would have done in the last weeks; nothing is created',
    body: 'AlertPreviewBody',
    success: { 200: 'AlertPreviewAnswer' },
    failures: [404],
  },
  showAlert: {
    ...viewers,
    method: 'GET',
    path: '/v1/alerts/:id',
    summary: 'One alert',
    success: { 200: 'AlertAnswer' },
    failures: [404],
  },
  changeAlert: {
    ...editors,
    method: 'PATCH',
    path: '/v1/alerts/:id',
    summary: 'Edit an alert; if its query, interval or condition changes, it is judged from scratch',
    body: 'AlertPatch',
    success: { 200: 'AlertAnswer' },
    failures: [404],
  },
  deleteAlert: {
    ...editors,
    method: 'DELETE',
    path: '/v1/alerts/:id',
    summary: 'Delete an alert with its history',
    success: { 204: null },
    failures: [404],
  },
  muteAlert: {
    ...editors,
    method: 'POST',
    path: '/v1/alerts/:id/mute',
    summary: 'Mute an alert until a time or until it is unmuted, or unmute it; it is judged all the same',
    body: 'AlertMuteBody',
    isBodyOptional: true,
    success: { 200: 'AlertAnswer' },
    failures: [404],
  },
  showAlertHistory: {
    ...viewers,
    method: 'GET',
    path: '/v1/alerts/:id/history',
    summary: 'Changes of state, judged intervals and firing periods of an alert',
    success: { 200: 'AlertHistoryAnswer' },
    failures: [404],
  },
} as const satisfies Record<string, Route>;
