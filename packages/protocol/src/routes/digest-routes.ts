import type { Route } from './route.ts';

const secret = ['secret'] as const;
/** What a digest sends, and to whom, is for those who may change webhooks. */
const editors = { access: secret, isProjectWide: true, member: 'editor' } as const;

export const digestRoutes = {
  listDigests: {
    ...editors,
    method: 'GET',
    path: '/v1/digests',
    summary: 'Digests: summaries of dashboards that are sent daily or weekly, newest first',
    query: 'ListQuery',
    success: { 200: 'DigestsAnswer' },
  },
  createDigest: {
    ...editors,
    method: 'POST',
    path: '/v1/digests',
    summary: 'Create a digest of a dashboard',
    body: 'NewDigestBody',
    success: { 201: 'DigestAnswer' },
    failures: [404, 409],
  },
  previewNewDigest: {
    ...editors,
    method: 'POST',
    path: '/v1/digests/preview',
    summary: 'What a digest of a dashboard would send now, without creating it; 12 previews a minute',
    body: 'DigestPreviewBody',
    success: { 200: 'DigestPreviewAnswer' },
    failures: [404, 503],
  },
  showDigest: {
    ...editors,
    method: 'GET',
    path: '/v1/digests/:id',
    summary: 'One digest with its last runs',
    success: { 200: 'DigestAnswer' },
    failures: [404],
  },
  changeDigest: {
    ...editors,
    method: 'PATCH',
    path: '/v1/digests/:id',
    summary: 'Edit, pause or resume a digest',
    body: 'DigestPatch',
    success: { 200: 'DigestAnswer' },
    failures: [404, 409],
  },
  deleteDigest: {
    ...editors,
    method: 'DELETE',
    path: '/v1/digests/:id',
    summary: 'Delete a digest; the pictures of it that were sent as links are gone',
    success: { 204: null },
    failures: [404],
  },
  sendDigest: {
    ...editors,
    method: 'POST',
    path: '/v1/digests/:id/send',
    summary: 'Send a digest of the last complete period now, to its targets; 6 times an hour at most',
    success: { 202: 'DigestRunAnswer' },
    failures: [404, 409],
  },
  previewDigest: {
    ...editors,
    method: 'GET',
    path: '/v1/digests/:id/preview',
    summary: 'What a digest would send now; 12 previews a minute',
    success: { 200: 'DigestPreviewAnswer' },
    failures: [404, 503],
  },
  digestPicture: {
    method: 'GET',
    path: '/digests/:picture',
    access: ['anyone'],
    summary: 'A picture of a digest, as PNG, by the address that was sent to a chat; for 30 days',
    success: { 200: null },
    failures: [404, 429],
  },
} as const satisfies Record<string, Route>;
