import type { Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { handle } from '../../http/request/handle.ts';
import { listResponse } from '../../http/request/page.ts';
import type { KnownEdge } from './edge-store.ts';

const SILENT_AFTER_MS = 15_000;

export interface EdgesRouteDeps {
  /** The one that answers. */
  readonly id: string;
  readonly list: () => Promise<readonly KnownEdge[]>;
}

export function registerEdgesRoute(fastify: FastifyInstance, { id, list }: EdgesRouteDeps): void {
  handle(fastify, 'listEdges', async () =>
    listResponse({ rows: await list(), nextCursor: null }, (edge) => edgeRow(edge, id)),
  );
}

function edgeRow({ id, name, version, startedAtMs, seenAtMs, state }: KnownEdge, ownId: string): Wire['Edge'] {
  const isSilent = id !== ownId && Date.now() - seenAtMs > SILENT_AFTER_MS;
  return {
    id,
    name,
    version,
    status: isSilent ? 'silent' : state.isReady ? 'ready' : 'not_ready',
    reasons: [...state.reasons],
    is_this: id === ownId,
    started_at: new Date(startedAtMs).toISOString(),
    seen_at: new Date(seenAtMs).toISOString(),
    log_backlog_bytes: state.backlogBytes,
    behind_seconds: state.behindSeconds,
    revision: state.revision,
    jobs: [...state.jobs],
  };
}
