import { invalidField, type Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { projectRow } from './project-row.ts';
import type { Project, ProjectStore } from './project-store.ts';

/** What a project says of itself. Its plan is for operators to set. */
export function registerProjectSettingsRoute(
  fastify: FastifyInstance,
  projects: ProjectStore,
  publisher: EdgePublisher,
): void {
  handle(fastify, 'showOwnProject', async ({ access }) => ({
    data: projectRow(orNotFound(await projects.find(access.projectId), 'settings')),
  }));

  handle(fastify, 'changeOwnProject', async ({ actor, access, body }) => {
    refuseFixedFields(orNotFound(await projects.find(access.projectId), 'settings'), body);
    const { name, timezone, retention_days: retentionDays } = body;
    const patch = omitUndefined({ name, timezone, retentionDays });
    const project = await projects.update(access.projectId, patch, actor);
    await publisher.publish();
    return { data: projectRow(orNotFound(project, 'settings')) };
  });
}

function refuseFixedFields(project: Project, body: Wire['OwnProjectPatch']): void {
  for (const field of ['slug', 'plan'] as const) {
    if (body[field] !== undefined && body[field] !== project[field]) throw invalidField(field, "can't be changed here");
  }
}
