import { ApiError, invalidBody, tooLarge, unavailable } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { handle, handleUpload } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { SymbolFault } from './symbol-fault.ts';
import { symbolFileState } from './symbol-file-state.ts';
import type { SymbolFileStore, SymbolRoomSpent } from './symbol-file-store.ts';
import type { SymbolUploads } from './symbol-uploads.ts';
import { UploadTooLarge, VaultBusy } from './symbol-vault.ts';

const busyRetrySeconds = 5;

/** Symbol files. An upload answers when its content is safe and will be used for every report that is looked at. */
export function registerSymbolsRoute(fastify: FastifyInstance, uploads: SymbolUploads, files: SymbolFileStore): void {
  handleUpload(fastify, 'uploadSymbols', async ({ actor, reply, access, query, bodyPieces }) => {
    const { kind, release = null, build = null, file = null, debug_id: debugId = null, platform = null } = query;
    const outcome = await answering(() =>
      uploads.accept({
        projectId: access.projectId,
        labels: { kind, release, build, file, debugId, platform },
        body: bodyPieces,
        actor,
      }),
    );
    if (!('files' in outcome)) throw noRoom(outcome);
    const rows = outcome.files.map(symbolFileState);
    reply.code(outcome.isNew ? 201 : 200);
    return { data: kind === 'archive' ? rows : rows[0] };
  });

  handle(fastify, 'listSymbols', async ({ access, query }) =>
    listResponse(await files.list(access.projectId, pageRequest(query, 50)), symbolFileState),
  );

  handle(fastify, 'removeSymbols', async ({ actor, reply, access, param }) => {
    const isRemoved = await uploads.remove(access.projectId, param('id'), actor);
    orNotFound(isRemoved || undefined, 'symbol file');
    return reply.code(204).send();
  });
}

async function answering<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SymbolFault) throw invalidBody(error.message);
    if (error instanceof UploadTooLarge) throw tooLarge(error.limitBytes);
    if (error instanceof VaultBusy) throw unavailable(error.message, busyRetrySeconds, error);
    throw error;
  }
}

function noRoom({ spentBytes, maxBytes }: SymbolRoomSpent): ApiError {
  const message = `The project's symbol files take ${spentBytes} of ${maxBytes} bytes. Delete some, or ask the operator to raise the limit`;
  const details = { formErrors: [message], fieldErrors: {}, reason: 'SYMBOLS_FULL' };
  return new ApiError('VALIDATION_ERROR', message, { status: 413, details });
}
