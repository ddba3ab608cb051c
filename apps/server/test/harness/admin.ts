import type { ApiResponse, TestProject } from './test-project.ts';

export interface FlagRow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly value_type: string;
  readonly default_value: unknown;
  readonly platforms: readonly string[];
  readonly tags: readonly string[];
  readonly kind: string;
  readonly status: string;
  readonly stale: string | null;
  readonly last_seen_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface RuleRow {
  readonly id: string;
  readonly name: string | null;
  readonly conditions: readonly unknown[];
  readonly value: unknown;
  readonly percentage: number;
  readonly enabled: boolean;
}

export interface TargetingRow {
  readonly flag_id: string;
  readonly environment_id: string;
  readonly rules: readonly RuleRow[];
  readonly rollout: { readonly id: string; readonly percentage: number; readonly value: unknown } | null;
  readonly kill: { readonly value: unknown; readonly reason: string; readonly at: string } | null;
}

export interface ExperimentRow {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly winner: string | null;
  readonly environment_id: string;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  readonly [field: string]: unknown;
}

export interface ListResponse<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly cursor: string | null; readonly has_more: boolean };
}

export interface ConfigData {
  readonly config_version: string;
  readonly etag: string;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments: Readonly<Record<string, { readonly variant_key: string } & Readonly<Record<string, unknown>>>>;
}

export const halves = [
  { key: 'control', name: 'As it was', is_control: true, weight: 50 },
  { key: 'treatment', name: 'As it may be', weight: 50, payload: { colour: 'green' } },
];
const conversion = [{ event_name: 'bought', metric_type: 'conversion', is_primary: true }];

/** What an administrator does, with the secret key of production unless told otherwise. */
export class Admin {
  readonly #project: TestProject;

  constructor(project: TestProject) {
    this.#project = project;
  }

  call(method: string, path: string, body?: unknown, key = this.#project.secret): Promise<ApiResponse> {
    if (body === undefined) return this.#project.send(method, path, { key });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.#project.send(method, path, { key, headers: { 'Content-Type': 'application/json' }, body: text });
  }

  /** The data of an answer that must be a success. */
  async done<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.call(method, path, body);
    if (response.status > 299) throw new Error(`${method} ${path} answered ${response.status}: ${response.text}`);
    return response.data<T>();
  }

  flag(key: string, more: object = {}): Promise<FlagRow> {
    return this.done('POST', '/v1/flags', { key, name: key, platforms: ['web', 'ios', 'server'], ...more });
  }

  change(flag: string, patch: object): Promise<FlagRow> {
    return this.done('PATCH', `/v1/flags/${flag}`, patch);
  }

  targeting(flag: string, query = ''): Promise<TargetingRow> {
    return this.done('GET', `/v1/flags/${flag}/rules${query}`);
  }

  rules(flag: string, rules: readonly object[], query = ''): Promise<TargetingRow> {
    return this.done('PUT', `/v1/flags/${flag}/rules${query}`, { rules });
  }

  rollout(flag: string, percentage: number, value: unknown = true, query = ''): Promise<TargetingRow> {
    return this.done('PUT', `/v1/flags/${flag}/rollout${query}`, { percentage, value });
  }

  kill(flag: string, kill: object = {}, query = ''): Promise<TargetingRow> {
    return this.done('POST', `/v1/flags/${flag}/kill${query}`, { reason: 'on fire', ...kill });
  }

  restore(flag: string, query = ''): Promise<TargetingRow> {
    return this.done('POST', `/v1/flags/${flag}/restore${query}`);
  }

  /** A draft with two halves and one conversion; everybody takes part. */
  experiment(key: string, more: object = {}): Promise<ExperimentRow> {
    const design = { key, name: key, traffic_pct: 100, variants: halves, metrics: conversion };
    return this.done('POST', '/v1/experiments', { ...design, ...more });
  }

  move(experiment: string, move: string, body?: object): Promise<ExperimentRow> {
    return this.done('POST', `/v1/experiments/${experiment}/${move}`, body);
  }

  async running(key: string, more: object = {}): Promise<ExperimentRow> {
    await this.experiment(key, more);
    return await this.move(key, 'start');
  }

  group(key: string, more: object = {}): Promise<{ id: string; key: string; member_count: number }> {
    return this.done('POST', '/v1/groups', { key, name: key, ...more });
  }

  addMember(group: string, userId: string): Promise<{ id: string; user_id: string; added_at: string }> {
    return this.done('POST', `/v1/groups/${group}/members`, { user_id: userId });
  }

  /** Every row of a list, read page by page. */
  async everyPage<Row>(path: string, limit: number): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor: string | null = null;
    do {
      const separator = path.includes('?') ? '&' : '?';
      const more: string = cursor === null ? '' : `&cursor=${cursor}`;
      const response = await this.call('GET', `${path}${separator}limit=${limit}${more}`);
      const page = response.json as ListResponse<Row>;
      rows.push(...page.data);
      cursor = page.pagination.cursor;
    } while (cursor !== null);
    return rows;
  }

  /** What a device is served. */
  config(deviceId?: string, query = ''): Promise<ConfigData> {
    const headers: Record<string, string> = deviceId === undefined ? {} : { 'X-Device-ID': deviceId };
    return this.#project.send('GET', `/v1/config${query}`, { headers }).then((response) => response.data<ConfigData>());
  }

  async version(key = this.#project.publishable): Promise<string> {
    return (await this.#project.send('GET', '/v1/config', { key })).data<ConfigData>().config_version;
  }
}

/** One condition of a rule. */
export const when = (field: string, op: string, ...values: readonly unknown[]) => ({ field, op, values });
