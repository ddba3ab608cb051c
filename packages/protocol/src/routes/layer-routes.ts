import type { Route } from './route.ts';

const secret = ['secret'] as const;

/** Who may be in several experiments, and who in none. */
export const layerRoutes = {
  listLayers: {
    method: 'GET',
    path: '/v1/layers',
    access: secret,
    member: 'viewer',
    summary: 'Layers; a user is in at most one experiment of a layer',
    query: 'LayersQuery',
    success: { 200: 'LayersAnswer' },
    failures: [404],
  },
  createLayer: {
    method: 'POST',
    path: '/v1/layers',
    access: secret,
    isProjectWide: true,
    member: 'editor',
    summary: 'Create a layer',
    body: 'NewLayerBody',
    success: { 201: 'LayerAnswer' },
    failures: [409],
  },
  showLayer: {
    method: 'GET',
    path: '/v1/layers/:id',
    access: secret,
    member: 'viewer',
    summary: 'One layer, by id or key, with the experiments that share it',
    query: 'EnvironmentQuery',
    success: { 200: 'LayerAnswer' },
    failures: [404],
  },
  changeLayer: {
    method: 'PATCH',
    path: '/v1/layers/:id',
    access: secret,
    isProjectWide: true,
    member: 'editor',
    summary: 'Rename, describe or archive a layer',
    body: 'LayerPatch',
    success: { 200: 'LayerAnswer' },
    failures: [404, 409],
  },
  showHoldout: {
    method: 'GET',
    path: '/v1/holdout',
    access: secret,
    member: 'viewer',
    summary: 'The share of people who are in no experiment of the project',
    success: { 200: 'HoldoutAnswer' },
  },
  setHoldout: {
    method: 'PUT',
    path: '/v1/holdout',
    access: secret,
    isProjectWide: true,
    member: 'editor',
    summary: 'Set the holdout: keep a percentage of users out of all experiments, to measure the combined effect',
    body: 'HoldoutBody',
    success: { 200: 'HoldoutAnswer' },
  },
} as const satisfies Record<string, Route>;
