import type { Route } from './route.ts';

const anyone = ['anyone'] as const;
const secret = ['secret'] as const;

/** Links that show one dashboard to anyone who has them. */
export const shareRoutes = {
  listShares: {
    method: 'GET',
    path: '/v1/dashboards/:id/shares',
    access: secret,
    member: 'editor',
    summary: 'Share links of a dashboard, newest first, also those that have expired',
    query: 'ListQuery',
    success: { 200: 'SharesAnswer' },
    failures: [404],
  },
  createShare: {
    method: 'POST',
    path: '/v1/dashboards/:id/shares',
    access: secret,
    isProjectWide: true,
    member: 'editor',
    summary: 'Create a read-only link to a dashboard, returned only once; templates are rejected with 403',
    body: 'NewShareBody',
    isBodyOptional: true,
    success: { 201: 'NewShareAnswer' },
    failures: [404, 409],
  },
  revokeShare: {
    method: 'DELETE',
    path: '/v1/dashboards/:id/shares/:shareId',
    access: secret,
    isProjectWide: true,
    member: 'editor',
    summary: 'Revoke a share link',
    success: { 204: null },
    failures: [404],
  },
  readSharedDashboard: {
    method: 'POST',
    path: '/v1/shared/dashboard',
    access: anyone,
    summary: 'The dashboard of a share link; 404 if the link is unknown, revoked or expired',
    body: 'SharedDashboardBody',
    success: { 200: 'SharedDashboardAnswer' },
    failures: [404, 429, 503],
  },
  readSharedResult: {
    method: 'POST',
    path: '/v1/shared/result',
    access: anyone,
    summary: 'The result of the stored query of one widget of a shared dashboard',
    body: 'SharedResultBody',
    success: { 200: 'InsightAnswer' },
    failures: [404, 429, 503],
  },
} as const satisfies Record<string, Route>;
