import type { FastifyReply } from 'fastify';

/** Aborted when the client goes before it has its answer: nobody needs the work any more. */
export function clientAbortSignal(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(new Error('The client has left'));
  });
  return left.signal;
}
