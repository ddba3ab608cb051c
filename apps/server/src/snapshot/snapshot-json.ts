import type { KeyKind } from '../control/keys/key-store.ts';
import type { SchemaMode } from '../control/schemas/event-schema-store.ts';
import type { EdgeSnapshot } from './edge-snapshot.ts';
import { readRulesets, writeRulesets } from './snapshot-json-rulesets.ts';

export function encodeSnapshot(snapshot: EdgeSnapshot): string {
  return JSON.stringify({
    taken_at: snapshot.takenAtMs,
    projects: snapshot.projects.map(({ id, slug, plan, timezone, retentionDays }) => ({
      id,
      slug,
      plan,
      timezone,
      retention_days: retentionDays,
    })),
    environments: snapshot.environments.map((environment) => ({
      id: environment.id,
      project_id: environment.projectId,
      slug: environment.slug,
      config_version: environment.configVersion,
    })),
    rulesets: writeRulesets(snapshot.rulesets),
    schemas: snapshot.schemas.map(({ projectId, eventName, mode, propertiesJson }) => ({
      project_id: projectId,
      event_name: eventName,
      mode,
      properties: propertiesJson,
    })),
    plans: snapshot.plans.map((plan) => ({
      name: plan.name,
      requests_per_minute: plan.requestsPerMinute,
      events_per_minute: plan.eventsPerMinute,
      events_per_day: plan.eventsPerDay,
    })),
    keys: snapshot.keys.map((key) => ({
      id: key.id,
      hash: key.hash,
      kind: key.kind,
      project_id: key.projectId,
      environment_id: key.environmentId,
      is_revoked: key.isRevoked,
    })),
    operator_token_hashes: snapshot.operatorTokenHashes,
  });
}

/** Throws an error that names the first place whose shape is wrong. */
export function decodeSnapshot(text: string): EdgeSnapshot {
  const value: unknown = JSON.parse(text);
  const root = new Place(value, '');
  return {
    takenAtMs: root.integer('taken_at'),
    projects: root.list('projects', (item) => ({
      id: item.text('id'),
      slug: item.text('slug'),
      plan: item.text('plan'),
      // Files of earlier versions have neither.
      timezone: item.has('timezone') ? item.text('timezone') : 'UTC',
      retentionDays: item.has('retention_days') ? item.integer('retention_days') : null,
    })),
    environments: root.list('environments', (item) => ({
      id: item.text('id'),
      projectId: item.text('project_id'),
      slug: item.text('slug'),
      configVersion: item.integer('config_version'),
    })),
    rulesets: readRulesets(Object(value).rulesets),
    // Files of earlier versions have none.
    schemas: root.has('schemas')
      ? root.list('schemas', (item) => ({
          projectId: item.text('project_id'),
          eventName: item.text('event_name'),
          mode: item.oneOf<SchemaMode>('mode', ['allow', 'warn', 'quarantine']),
          propertiesJson: item.text('properties'),
        }))
      : [],
    plans: root.list('plans', (item) => ({
      name: item.text('name'),
      requestsPerMinute: item.integer('requests_per_minute'),
      eventsPerMinute: item.integer('events_per_minute'),
      eventsPerDay: item.integer('events_per_day'),
    })),
    keys: root.list('keys', (item) => ({
      id: item.text('id'),
      hash: item.text('hash'),
      kind: item.oneOf<KeyKind>('kind', ['publishable', 'secret', 'dev']),
      projectId: item.text('project_id'),
      environmentId: item.text('environment_id'),
      isRevoked: item.oneOf('is_revoked', [true, false]),
    })),
    operatorTokenHashes: root.list('operator_token_hashes', (item) => item.asText()),
  };
}

/** A value and where it stands. */
class Place {
  readonly #value: unknown;
  readonly #where: string;

  constructor(value: unknown, where: string) {
    this.#value = value;
    this.#where = where;
  }

  text(name: string): string {
    return this.#member(name).asText();
  }

  asText(): string {
    return typeof this.#value === 'string' ? this.#value : this.#fail('a string');
  }

  /** Null counts as absent. */
  has(name: string): boolean {
    return (this.#member(name).#value ?? null) !== null;
  }

  integer(name: string): number {
    const member = this.#member(name);
    return Number.isSafeInteger(member.#value) ? (member.#value as number) : member.#fail('an integer');
  }

  oneOf<Value>(name: string, values: readonly Value[]): Value {
    const member = this.#member(name);
    const found = values.find((value) => value === member.#value);
    return found === undefined ? member.#fail(`one of ${values.join(', ')}`) : found;
  }

  list<Item>(name: string, read: (item: Place) => Item): Item[] {
    const member = this.#member(name);
    if (!Array.isArray(member.#value)) return member.#fail('a list');
    return member.#value.map((item, index) => read(new Place(item, `${member.#where}[${index}]`)));
  }

  #member(name: string): Place {
    const { [name]: value } = Object(this.#value) as Record<string, unknown>;
    return new Place(value, this.#where === '' ? name : `${this.#where}.${name}`);
  }

  #fail(expected: string): never {
    throw new Error(`${this.#where} is not ${expected}`);
  }
}
