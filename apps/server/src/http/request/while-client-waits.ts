import type { FastifyReply } from 'fastify';
import { clientAbortSignal } from './client-abort-signal.ts';

/** Work that ends when its client leaves: then there is nobody to answer, and nothing is sent. */
export async function whileClientWaits<T>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | FastifyReply> {
  const signal = clientAbortSignal(reply);
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted) return reply.hijack();
    throw error;
  }
}
