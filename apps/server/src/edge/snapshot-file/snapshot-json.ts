import { checkExperiment, checkFlagDefinition, checkTargeting } from '../definition-checks.ts';
import type { EdgeRows, GoneRows } from '../edge-changes.ts';
import type { JsonPlace } from '../json-place.ts';
import type { KeyKind, KeyScope } from '../keys/key-kinds.ts';
import type { SchemaMode } from '../schema-mode.ts';

/** Rows as they are written to the file; members that are absent stay absent. */
export function encodeRows(rows: EdgeRows): object {
  return {
    projects: rows.projects?.map(({ id, slug, plan, timezone, retentionDays, holdout }) => ({
      id,
      slug,
      plan,
      timezone,
      retention_days: retentionDays,
      holdout: holdout && { id: holdout.id, percentage: holdout.percentage, began_at: holdout.beganAtMs },
    })),
    environments: rows.environments?.map((environment) => ({
      id: environment.id,
      project_id: environment.projectId,
      slug: environment.slug,
      config_version: environment.configVersion,
    })),
    flags: rows.flags?.map(({ projectId, position, definition, targeting }) => ({
      project_id: projectId,
      position,
      definition,
      targeting,
    })),
    experiments: rows.experiments?.map(({ environmentId, position, definition, completedAtMs }) => ({
      environment_id: environmentId,
      position,
      definition,
      completed_at: completedAtMs,
    })),
    groups: rows.groups?.map(({ projectId, key, revision, joined, left, isWhole, isWithdrawn }) => ({
      project_id: projectId,
      key,
      revision,
      joined,
      left,
      is_whole: isWhole,
      is_withdrawn: isWithdrawn,
    })),
    schemas: rows.schemas?.map(({ projectId, eventName, mode, propertiesJson }) => ({
      project_id: projectId,
      event_name: eventName,
      mode,
      properties: propertiesJson,
    })),
    plans: rows.plans?.map((plan) => ({
      name: plan.name,
      requests_per_minute: plan.requestsPerMinute,
      events_per_minute: plan.eventsPerMinute,
      events_per_day: plan.eventsPerDay,
    })),
    keys: rows.keys?.map((key) => ({
      id: key.id,
      hash: key.hash,
      kind: key.kind,
      scope: key.scope,
      project_id: key.projectId,
      environment_id: key.environmentId,
      is_revoked: key.isRevoked,
    })),
    operator_token_hashes: rows.operatorTokenHashes,
    gone: rows.gone && encodeGone(rows.gone),
  };
}

/** Throws an error that names the first place whose shape is wrong. */
export function decodeRows(root: JsonPlace): EdgeRows {
  return {
    ...ifPresent(root, 'projects', (name) => ({ projects: root.list(name, readProject) })),
    ...ifPresent(root, 'environments', (name) => ({ environments: root.list(name, readEnvironment) })),
    ...ifPresent(root, 'flags', (name) => ({ flags: root.list(name, readFlag) })),
    ...ifPresent(root, 'experiments', (name) => ({ experiments: root.list(name, readExperiment) })),
    ...ifPresent(root, 'groups', (name) => ({ groups: root.list(name, readGroup) })),
    ...ifPresent(root, 'schemas', (name) => ({ schemas: root.list(name, readSchema) })),
    ...ifPresent(root, 'plans', (name) => ({ plans: root.list(name, readPlan) })),
    ...ifPresent(root, 'keys', (name) => ({ keys: root.list(name, readKey) })),
    ...ifPresent(root, 'operator_token_hashes', (name) => ({ operatorTokenHashes: root.list(name, readText) })),
    ...ifPresent(root, 'gone', (name) => ({ gone: readGone(root.member(name)) })),
  };
}

const ifPresent = <Rows extends EdgeRows | GoneRows>(
  place: JsonPlace,
  name: string,
  read: (name: string) => Rows,
): Rows | undefined => (place.has(name) ? read(name) : undefined);

const readText = (item: JsonPlace) => item.asText();

export const readProject = (item: JsonPlace) => ({
  id: item.text('id'),
  slug: item.text('slug'),
  plan: item.text('plan'),
  // Files of earlier versions have neither.
  timezone: item.has('timezone') ? item.text('timezone') : 'UTC',
  retentionDays: item.has('retention_days') ? item.integer('retention_days') : null,
  ...(item.has('holdout') ? { holdout: readHoldout(item.member('holdout')) } : {}),
});

const readHoldout = (item: JsonPlace) => ({
  id: item.text('id'),
  percentage: item.number('percentage'),
  beganAtMs: item.integer('began_at'),
});

export const readEnvironment = (item: JsonPlace) => ({
  id: item.text('id'),
  projectId: item.text('project_id'),
  slug: item.text('slug'),
  configVersion: item.integer('config_version'),
});

const readFlag = (item: JsonPlace) => ({
  projectId: item.text('project_id'),
  position: item.integer('position'),
  definition: item.checked<NonNullable<EdgeRows['flags']>[number]['definition']>('definition', checkFlagDefinition),
  targeting: item.checked<NonNullable<EdgeRows['flags']>[number]['targeting']>('targeting', checkTargeting),
});

const readExperiment = (item: JsonPlace) => ({
  environmentId: item.text('environment_id'),
  position: item.integer('position'),
  definition: item.checked<NonNullable<EdgeRows['experiments']>[number]['definition']>('definition', checkExperiment),
  completedAtMs: item.has('completed_at') ? item.integer('completed_at') : null,
});

const readGroup = (item: JsonPlace) => ({
  projectId: item.text('project_id'),
  key: item.text('key'),
  revision: item.integer('revision'),
  joined: item.list('joined', readText),
  left: item.list('left', readText),
  ...(item.has('is_whole') ? { isWhole: true as const } : {}),
  ...(item.has('is_withdrawn') ? { isWithdrawn: true as const } : {}),
});

export const readSchema = (item: JsonPlace) => ({
  projectId: item.text('project_id'),
  eventName: item.text('event_name'),
  mode: item.oneOf<SchemaMode>('mode', ['allow', 'warn', 'quarantine']),
  propertiesJson: item.text('properties'),
});

export const readPlan = (item: JsonPlace) => ({
  name: item.text('name'),
  requestsPerMinute: item.integer('requests_per_minute'),
  eventsPerMinute: item.integer('events_per_minute'),
  eventsPerDay: item.integer('events_per_day'),
});

export const readKey = (item: JsonPlace) => ({
  id: item.text('id'),
  hash: item.text('hash'),
  kind: item.oneOf<KeyKind>('kind', ['publishable', 'secret', 'dev']),
  // Absent in files from before there were scopes.
  scope: item.has('scope') ? item.oneOf<KeyScope>('scope', ['project', 'environment']) : ('project' as const),
  projectId: item.text('project_id'),
  environmentId: item.text('environment_id'),
  isRevoked: item.oneOf('is_revoked', [true, false]),
});

const encodeGone = ({ flags, experiments, schemas }: GoneRows): object => ({
  flags,
  experiments,
  schemas: schemas?.map(({ projectId, eventName }) => ({ project_id: projectId, event_name: eventName })),
});

const readGone = (gone: JsonPlace): GoneRows => ({
  ...ifPresent(gone, 'flags', (name) => ({ flags: gone.list(name, readText) })),
  ...ifPresent(gone, 'experiments', (name) => ({ experiments: gone.list(name, readText) })),
  ...ifPresent(gone, 'schemas', (name) => ({
    schemas: gone.list(name, (item) => ({ projectId: item.text('project_id'), eventName: item.text('event_name') })),
  })),
});
