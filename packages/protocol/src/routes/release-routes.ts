import type { Route } from './route.ts';

const secret = ['secret'] as const;

/** Versions of what a project ships, how they do, and what happened when. */
export const releaseRoutes = {
  listReleases: {
    method: 'GET',
    path: '/v1/releases',
    access: secret,
    member: 'viewer',
    summary: 'Releases with their health, newest first, including versions seen in data',
    query: 'ReleasesQuery',
    success: { 200: 'ReleasesAnswer' },
  },
  announceRelease: {
    method: 'POST',
    path: '/v1/releases',
    access: secret,
    member: 'editor',
    summary:
      'Register a release, or update an existing one; the same version, platform and environment is the same release',
    body: 'AnnounceReleaseBody',
    success: { 200: 'ReleaseAnswer', 201: 'ReleaseAnswer' },
    failures: [404],
  },
  showRelease: {
    method: 'GET',
    path: '/v1/releases/:id',
    access: secret,
    member: 'viewer',
    summary: 'One release, with its latest deployments',
    success: { 200: 'ReleaseAnswer' },
    failures: [404],
  },
  changeRelease: {
    method: 'PATCH',
    path: '/v1/releases/:id',
    access: secret,
    member: 'editor',
    summary: 'Change the status, the rollout or other facts of a release',
    body: 'ReleasePatch',
    success: { 200: 'ReleaseAnswer' },
    failures: [404],
  },
  releaseHealth: {
    method: 'GET',
    path: '/v1/releases/:id/health',
    access: secret,
    member: 'viewer',
    summary: 'How a release did in the last minutes, against the one before',
    query: 'ReleaseHealthQuery',
    success: { 200: 'ReleaseHealthAnswer' },
    failures: [404],
  },
  listRegressions: {
    method: 'GET',
    path: '/v1/releases/regressions',
    access: secret,
    member: 'viewer',
    summary: 'Releases that crash more than the one before, and changes after which more crashed',
    query: 'RegressionsQuery',
    success: { 200: 'RegressionsAnswer' },
  },
  releaseAdoption: {
    method: 'GET',
    path: '/v1/releases/adoption',
    access: secret,
    member: 'viewer',
    summary: 'The share of sessions and users that each version had over time',
    query: 'AdoptionQuery',
    success: { 200: 'AdoptionAnswer' },
  },
  listAnnotations: {
    method: 'GET',
    path: '/v1/annotations',
    access: secret,
    member: 'viewer',
    summary: 'Releases and changes of flags and experiments, as marks for charts, newest first',
    query: 'AnnotationsQuery',
    success: { 200: 'AnnotationsAnswer' },
  },
} as const satisfies Record<string, Route>;
