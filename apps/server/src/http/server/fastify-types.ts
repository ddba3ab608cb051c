import type { Route } from '@lamppost/protocol';
import type { Admission } from '../access/gate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
    routeName?: string;
  }
  interface FastifyRequest {
    admission: Admission;
    startedAtMs: number;
    /** By the load shedder, which counts it until it is answered. */
    isAdmitted: boolean;
  }
}
