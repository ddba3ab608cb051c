import { ApiError, invalidField, type Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import type { EdgeState, KnownKey } from '../../edge/edge-state.ts';
import { keepKey, mintKey } from '../../edge/keys/key-format.ts';
import type { KeyScope } from '../../edge/keys/key-kinds.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import { onlyOwn } from '../../http/access/own-environment.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { KeyStore, StoredKey } from './keys/key-store.ts';

/** Keys of a project: secret ones are shown once, publishable ones always; all are revoked at once. */
export function registerKeysRoute(
  fastify: FastifyInstance,
  keys: KeyStore,
  state: EdgeState,
  publisher: EdgePublisher,
): void {
  handle(fastify, 'listKeys', async ({ access, query }) =>
    listResponse(onlyOwn(access, await keys.list(access.projectId, pageRequest(query, 50))), keyRow),
  );

  handle(fastify, 'createKey', async ({ actor, reply, access, body }) => {
    const environment = environmentOf(state, access, body.environment_id);
    const scope = scopeAsked(body, access);
    const newId = mintKey(body.kind, environment.slug);
    const key = {
      projectId: access.projectId,
      environmentId: environment.id,
      kind: body.kind,
      scope,
      name: body.name,
      ...keepKey(body.kind, newId),
    };
    const stored = await keys.create(key, actor);
    await publisher.publish();
    reply.code(201);
    return { data: { ...keyRow(stored), key: newId } };
  });

  handle(fastify, 'revokeKey', async ({ actor, reply, access, param }) => {
    const id = param('id').toLowerCase();
    const isKnown = isReached(access, state.keyById(id)) && (await keys.revoke(access.projectId, id, actor));
    if (!isKnown) throw new ApiError('NOT_FOUND', 'The project has no such key');
    await publisher.publish();
    return reply.code(204).send();
  });
}

/** A key cannot make one that reaches further than itself. */
function scopeAsked({ kind, scope }: Wire['NewKeyBody'], { isConfined = false }: ProjectAccess): KeyScope {
  if (scope !== undefined && kind !== 'secret') throw invalidField('scope', 'is only allowed for secret keys');
  if (isConfined && scope === 'project') {
    throw new ApiError('FORBIDDEN', 'A key with environment scope can only create keys with environment scope');
  }
  return scope ?? (isConfined ? 'environment' : 'project');
}

/** A revoked key is not known here, and revoking it again changes nothing. */
const isReached = (access: ProjectAccess, key: KnownKey | undefined): boolean =>
  access.isConfined !== true || key?.environment.id === access.environment.id;

const keyRow = (key: StoredKey) => ({
  id: key.id,
  kind: key.kind,
  scope: key.kind === 'secret' ? key.scope : null,
  environment_id: key.environmentId,
  name: key.name,
  hint: key.hint,
  key: key.text,
  last_used_at: isoTimeOrNull(key.lastUsedAtMs),
  revoked_at: isoTimeOrNull(key.revokedAtMs),
  created_at: isoTime(key.createdAtMs),
  updated_at: isoTime(key.revokedAtMs ?? key.createdAtMs),
});
