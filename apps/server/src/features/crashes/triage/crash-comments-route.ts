import { invalidField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgeState } from '../../../edge/edge-state.ts';
import { grantorOf } from '../../../http/access/grantor-of.ts';
import { handle } from '../../../http/request/handle.ts';
import { orNotFound } from '../../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../../http/request/page.ts';
import { scopeOf } from '../../../http/request/scope-of.ts';
import { isoTime } from '../../../http/request/wire-time.ts';
import type { CrashGroupStore } from '../crash-group-store.ts';
import type { CrashComment } from './crash-comment.ts';

const COMMENTS_ON_A_PAGE = 50;

/** What members say about a crash group. */
export function registerCrashCommentsRoute(fastify: FastifyInstance, groups: CrashGroupStore, state: EdgeState): void {
  handle(fastify, 'listCrashComments', async ({ access, query, param }) => {
    const { environmentId } = scopeOf(state, access, query.environment_id);
    const comments = await groups.comments(environmentId, param('id'), pageRequest(query, COMMENTS_ON_A_PAGE));
    return listResponse(orNotFound(comments, 'crash group'), commentRow);
  });

  handle(fastify, 'addCrashComment', async ({ actor, reply, access, query, body, param }) => {
    const { environmentId } = scopeOf(state, access, query.environment_id);
    if (body.text.trim() === '') throw invalidField('text', 'must not be blank');
    const made = orNotFound(await groups.comment(environmentId, param('id'), body.text, actor), 'crash group');
    reply.code(201);
    return { data: commentRow(made) };
  });

  handle(fastify, 'deleteCrashComment', async ({ caller, reply, access, query, param }) => {
    const { environmentId } = scopeOf(state, access, query.environment_id);
    const isDeleted = await groups.deleteComment(environmentId, param('id'), param('commentId'), grantorOf(caller));
    orNotFound(isDeleted || undefined, 'comment');
    return reply.code(204).send();
  });
}

const commentRow = ({ id, author, text, createdAtMs }: CrashComment) => ({
  id,
  author,
  text,
  created_at: isoTime(createdAtMs),
});
