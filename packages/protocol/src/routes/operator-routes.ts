import type { Route } from './route.ts';

const operator = ['operator'] as const;

/** For those who run the installation. */
export const operatorRoutes = {
  listProjects: {
    method: 'GET',
    path: '/v1/projects',
    access: operator,
    summary: 'All projects',
    query: 'ListQuery',
    success: { 200: 'ProjectsAnswer' },
  },
  createProject: {
    method: 'POST',
    path: '/v1/projects',
    access: operator,
    summary: 'Create a project with its environments and keys',
    body: 'NewProjectBody',
    success: { 201: 'NewProjectAnswer' },
    failures: [409],
  },
  showProject: {
    method: 'GET',
    path: '/v1/projects/:id',
    access: operator,
    summary: 'One project, by id or slug',
    success: { 200: 'ProjectAnswer' },
    failures: [404],
  },
  changeProject: {
    method: 'PATCH',
    path: '/v1/projects/:id',
    access: operator,
    summary: 'Rename a project or move it to another plan',
    body: 'ProjectPatch',
    success: { 200: 'ProjectAnswer' },
    failures: [404],
  },
  listPlans: {
    method: 'GET',
    path: '/v1/plans',
    access: operator,
    summary: 'Plans on offer',
    success: { 200: 'PlansAnswer' },
  },
  replacePlans: {
    method: 'PUT',
    path: '/v1/plans',
    access: operator,
    summary: 'Replace the plans on offer',
    body: 'PlansBody',
    success: { 200: 'PlansAnswer' },
  },
  health: {
    method: 'GET',
    path: '/healthz',
    access: ['anyone'],
    summary: 'The process is alive',
    success: { 200: 'HealthAnswer' },
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    access: ['anyone'],
    summary: 'Whether events can be taken, with reasons when not',
    success: { 200: 'ReadyAnswer', 503: 'ReadyAnswer' },
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    access: ['machine'],
    summary: 'Measurements as Prometheus text',
    success: { 200: null },
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    access: ['anyone'],
    summary: 'This document',
    success: { 200: null },
  },
  reference: {
    method: 'GET',
    path: '/docs',
    access: ['anyone'],
    summary: 'This document as a page to read',
    success: { 200: null },
  },
} as const satisfies Record<string, Route>;
