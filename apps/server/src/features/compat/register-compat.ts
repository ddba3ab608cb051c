import type { FastifyInstance } from 'fastify';
import type { CompatDeps } from './compat-deps.ts';

type Register = (fastify: FastifyInstance, deps: CompatDeps) => void;

/** Loaded only where a setting turns them on. */
const clients: Readonly<Record<string, () => Promise<Register>>> = {
  segment: async () => (await import('./segment/segment-routes.ts')).registerSegmentRoutes,
  posthog: async () => (await import('./posthog/posthog-routes.ts')).registerPosthogRoutes,
  otlp: async () => (await import('./otlp/otlp-routes.ts')).registerOtlpRoutes,
  sentry: async () => (await import('./sentry/sentry-routes.ts')).registerSentryRoutes,
};

/** Puts the routes of other products' clients on the server. */
export async function registerCompat(
  fastify: FastifyInstance,
  names: readonly string[],
  deps: CompatDeps,
): Promise<void> {
  for (const name of new Set(names)) (await clients[name]?.())?.(fastify, deps);
}

/** Below these paths are client routes: pages of any origin may call them. */
export const compatFolders = (names: readonly string[]): string[] => names.map((name) => `/compat/${name}/`);
