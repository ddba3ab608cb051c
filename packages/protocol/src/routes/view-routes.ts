import type { Route } from './route.ts';

const nobodyWithAKey = [] as const;

/** Filters and sorting of list pages, saved by each member for themselves. */
export const viewRoutes = {
  listViews: {
    method: 'GET',
    path: '/v1/me/views',
    access: nobodyWithAKey,
    member: 'viewer',
    summary: 'Saved views of the signed-in member in the project, newest first',
    query: 'ViewsQuery',
    success: { 200: 'ViewsAnswer' },
  },
  saveView: {
    method: 'POST',
    path: '/v1/me/views',
    access: nobodyWithAKey,
    member: 'viewer',
    summary: 'Save a view',
    body: 'NewViewBody',
    success: { 201: 'ViewAnswer' },
    failures: [409],
  },
  changeView: {
    method: 'PATCH',
    path: '/v1/me/views/:id',
    access: nobodyWithAKey,
    member: 'viewer',
    summary: 'Rename a saved view, or save other filters under its name',
    body: 'ViewPatch',
    success: { 200: 'ViewAnswer' },
    failures: [404, 409],
  },
  deleteView: {
    method: 'DELETE',
    path: '/v1/me/views/:id',
    access: nobodyWithAKey,
    member: 'viewer',
    summary: 'Delete a saved view',
    success: { 204: null },
    failures: [404],
  },
} as const satisfies Record<string, Route>;
