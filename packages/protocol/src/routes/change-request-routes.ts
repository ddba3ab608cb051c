import type { Route } from './route.ts';

const secret = ['secret'] as const;
/** Only a person is a second person. */
const nobodyWithAKey = [] as const;

/** Changes that wait for approval. */
export const changeRequestRoutes = {
  listChangeRequests: {
    method: 'GET',
    path: '/v1/change-requests',
    access: secret,
    member: 'viewer',
    summary: 'Changes that wait for approval, and those that were decided, newest first',
    query: 'ChangeRequestsQuery',
    success: { 200: 'ChangeRequestsAnswer' },
  },
  showChangeRequest: {
    method: 'GET',
    path: '/v1/change-requests/:id',
    access: secret,
    member: 'viewer',
    summary: 'One change request with its difference',
    success: { 200: 'ChangeRequestAnswer' },
    failures: [404],
  },
  approveChangeRequest: {
    method: 'POST',
    path: '/v1/change-requests/:id/approve',
    access: nobodyWithAKey,
    member: 'editor',
    summary: 'Approve a change request and apply it. Not possible for its author, or if it is out of date',
    body: 'DecisionBody',
    isBodyOptional: true,
    success: { 200: 'ChangeRequestAnswer' },
    failures: [404, 409],
  },
  rejectChangeRequest: {
    method: 'POST',
    path: '/v1/change-requests/:id/reject',
    access: nobodyWithAKey,
    member: 'editor',
    summary: 'Reject a change request',
    body: 'DecisionBody',
    isBodyOptional: true,
    success: { 200: 'ChangeRequestAnswer' },
    failures: [404, 409],
  },
  withdrawChangeRequest: {
    method: 'POST',
    path: '/v1/change-requests/:id/withdraw',
    access: secret,
    member: 'editor',
    summary: 'Withdraw your own change request',
    body: 'DecisionBody',
    isBodyOptional: true,
    success: { 200: 'ChangeRequestAnswer' },
    failures: [404, 409],
  },
} as const satisfies Record<string, Route>;
