import { isDeepStrictEqual } from 'node:util';
import type { EdgeSnapshot, SnapshotTargeting } from '../edge-snapshot.ts';

/** Whether a control plane is older than a snapshot of a version that did not keep marks. */
export function isOlder(control: EdgeSnapshot, snapshot: EdgeSnapshot): boolean {
  const versions = new Map(control.environments.map(({ id, configVersion }) => [id, configVersion]));
  const keys = new Map(control.keys.map(({ id, isRevoked }) => [id, isRevoked]));
  return (
    snapshot.environments.some(({ id, configVersion }) => (versions.get(id) ?? -1) < configVersion) ||
    snapshot.keys.some(({ id, isRevoked }) => !keys.has(id) || (isRevoked && keys.get(id) === false))
  );
}

/**
 * What a newer snapshot holds and an older control plane does not, in words: the flag that is missing, the key that is
 * not revoked any more. What the control plane has in addition is not told.
 */
export function edgeLosses(newer: EdgeSnapshot, older: EdgeSnapshot): string[] {
  const was = contents(older);
  return [...contents(newer)]
    .filter(([id, { content }]) => !isDeepStrictEqual(was.get(id)?.content, content))
    .map(([, { name }]) => name);
}

/** Of every row: what it says, without what only says when it was made, and what people call it. */
function contents(snapshot: EdgeSnapshot): ReadonlyMap<string, { readonly name: string; readonly content: unknown }> {
  const { projects, environments, flags, experiments, groups, schemas, keys, plans } = snapshot;
  const slugs = new Map(projects.map(({ id, slug }) => [id, slug]));
  const of = (projectId: string | undefined): string => ` of the project ${slugs.get(projectId ?? '') ?? projectId}`;
  const projectIds = new Map(environments.map(({ id, projectId }) => [id, projectId]));
  const rows = new Map<string, { name: string; content: unknown }>();
  for (const project of projects) rows.set(project.id, { name: `project ${project.slug}`, content: project });
  for (const { id, slug, projectId } of environments) {
    rows.set(id, { name: `environment ${slug}${of(projectId)}`, content: slug });
  }
  for (const { definition, targeting, projectId } of flags) {
    const content = [
      definition,
      Object.entries(targeting)
        .filter(([, each]) => !isNone(each))
        .sort(),
    ];
    rows.set(definition.id, { name: `flag ${definition.key}${of(projectId)}`, content });
  }
  for (const { definition, environmentId } of experiments) {
    const name = `experiment ${definition.key}${of(projectIds.get(environmentId))}`;
    rows.set(definition.id, { name, content: definition });
  }
  for (const { projectId, key, members } of groups) {
    rows.set(`${projectId} group ${key}`, { name: `group ${key}${of(projectId)}`, content: members });
  }
  for (const schema of schemas) {
    const name = `schema of ${schema.eventName}${of(schema.projectId)}`;
    rows.set(`${schema.projectId} schema ${schema.eventName}`, { name, content: schema });
  }
  for (const key of keys) {
    const what = `${key.isRevoked ? 'revocation of the ' : ''}${key.kind} key ${key.id}`;
    rows.set(key.id, { name: `${what}${of(key.projectId)}`, content: key });
  }
  return rows.set('plans', { name: 'the plans', content: plans });
}

const isNone = ({ rules, rollout, kill }: SnapshotTargeting): boolean =>
  rules.length === 0 && rollout === null && kill === null;
