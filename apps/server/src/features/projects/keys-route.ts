import { ApiError, invalidField, type Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import type { EdgeState, KnownKey } from '../../edge/edge-state.ts';
import { keepKey, mintKey } from '../../edge/keys/key-format.ts';
import type { KeyScope } from '../../edge/keys/key-kinds.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import { onlyOwn } from '../../http/access/own-environment.ts';
import type { Place } from '../../http/access/place.ts';
import { handle } from '../../http/request/handle.ts';
import { listAnswer, pageRequest } from '../../http/request/page.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { KeyStore, StoredKey } from './keys/key-store.ts';

/** Keys of a project: secret ones are shown once, publishable ones always; all are revoked at once. */
export function registerKeysRoute(
  fastify: FastifyInstance,
  keys: KeyStore,
  state: EdgeState,
  publisher: EdgePublisher,
): void {
  handle(fastify, 'listKeys', async ({ place, query }) =>
    listAnswer(onlyOwn(place, await keys.list(place.projectId, pageRequest(query, 50))), keyRow),
  );

  handle(fastify, 'createKey', async ({ actor, reply, place, body }) => {
    const environment = environmentOf(state, place, body.environment_id);
    const scope = scopeAsked(body, place);
    const minted = mintKey(body.kind, environment.slug);
    const key = {
      projectId: place.projectId,
      environmentId: environment.id,
      kind: body.kind,
      scope,
      name: body.name,
      ...keepKey(body.kind, minted),
    };
    const stored = await keys.create(key, actor);
    await publisher.publish();
    reply.code(201);
    return { data: { ...keyRow(stored), key: minted } };
  });

  handle(fastify, 'revokeKey', async ({ actor, reply, place, param }) => {
    const id = param('id').toLowerCase();
    const isKnown = isReached(place, state.keyById(id)) && (await keys.revoke(place.projectId, id, actor));
    if (!isKnown) throw new ApiError('NOT_FOUND', 'The project has no such key');
    await publisher.publish();
    return reply.code(204).send();
  });
}

/** A key cannot make one that reaches further than itself. */
function scopeAsked({ kind, scope }: Wire['NewKeyBody'], { isConfined = false }: Place): KeyScope {
  if (scope !== undefined && kind !== 'secret') throw invalidField('scope', 'belongs to secret keys');
  if (isConfined && scope === 'project') {
    throw new ApiError('FORBIDDEN', 'A key of scope environment makes keys of scope environment only');
  }
  return scope ?? (isConfined ? 'environment' : 'project');
}

/** A revoked key is not known here, and revoking it again changes nothing. */
const isReached = (place: Place, key: KnownKey | undefined): boolean =>
  place.isConfined !== true || key?.environment.id === place.environment.id;

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
