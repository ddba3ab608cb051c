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
  }
}
