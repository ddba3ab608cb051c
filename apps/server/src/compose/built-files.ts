import { fileURLToPath } from 'node:url';

/** The package that is installed has the folders of the repository, so what is built stands in the same place in both. */
const inRoot = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** What the server hands out and does not make itself. */
export const builtFiles = {
  dashboard: inRoot('apps/dashboard/dist'),
  pageScript: inRoot('packages/sdk-browser/dist/lamppost.js'),
  sdks: inRoot('dist/sdk'),
  openapi: inRoot('packages/protocol/dist/openapi.json'),
  documentation: inRoot('dist/docs'),
  fonts: ['inter-regular.ttf', 'inter-semibold.ttf'].map((name) => inRoot(`apps/server/assets/fonts/${name}`)),
};
