import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import { handle } from '../../http/request/handle.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { createProject } from './create-project.ts';
import { projectRow } from './project-row.ts';
import type { ProjectStore } from './project-store.ts';

const unknownProject = () => new ApiError('NOT_FOUND', 'Project not found');

/** Projects, for operators. */
export function registerProjectsRoute(
  fastify: FastifyInstance,
  projects: ProjectStore,
  publisher: EdgePublisher,
  onNewProjectOf: (memberId: string) => void,
): void {
  handle(fastify, 'listProjects', async ({ query }) =>
    listResponse(await projects.list(pageRequest(query, 50)), projectRow),
  );

  handle(fastify, 'createProject', async ({ actor, reply, body }) => {
    const { project, keys } = await createProject(
      { projects },
      { slug: body.slug, name: body.name, plan: body.plan ?? 'free' },
      actor,
    );
    if (actor.kind === 'member') onNewProjectOf(actor.id);
    await publisher.publish();
    reply.code(201);
    return { data: { ...projectRow(project), keys } };
  });

  handle(fastify, 'showProject', async ({ param }) => {
    const project = await projects.find(param('id'));
    if (project === undefined) throw unknownProject();
    return { data: projectRow(project) };
  });

  handle(fastify, 'changeProject', async ({ actor, body, param }) => {
    const { name, plan } = body;
    const patch = { ...(name === undefined ? {} : { name }), ...(plan === undefined ? {} : { plan }) };
    const project = await projects.update(param('id'), patch, actor);
    if (project === undefined) throw unknownProject();
    await publisher.publish();
    return { data: projectRow(project) };
  });
}
