import type { Wire } from '@lamppost/protocol';
import { expect } from 'vitest';
import { Admin, type ExperimentRow } from '../harness/admin.ts';
import type { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

export type Results = Wire['ExperimentResults'];

export const RESULTS = '/v1/experiments/checkout/results';
export const purchase = { event_name: 'bought', metric_type: 'conversion', is_primary: true, name: 'Purchase' };

/** An experiment that runs in a project of its own, and those who take part in it. */
export class Trial {
  readonly project: TestProject;
  readonly admin: Admin;
  readonly startedAtMs: number;
  #sent = 0;
  #batch: object[] = [];

  private constructor(project: TestProject, row: ExperimentRow) {
    this.project = project;
    this.admin = new Admin(project);
    this.startedAtMs = Date.parse(row.started_at ?? '');
  }

  static async start(server: TestServer, design: object = {}): Promise<Trial> {
    const project = await TestProject.create(server);
    const row = await new Admin(project).running('checkout', { metrics: [purchase], ...design });
    return new Trial(project, row);
  }

  /** Moments are milliseconds since the start. */
  event(event: string, person: string, afterMs: number, properties: object = {}, context: object = {}): this {
    const timestamp = new Date(this.startedAtMs + afterMs).toISOString();
    const own = { user: { anonymous_id: person }, device: { id: `d-${person}` }, session: { id: `s-${person}` } };
    this.#batch.push({ event, timestamp, properties, context: { ...own, ...context } });
    return this;
  }

  expose(person: string, variant_key: string, context: object = {}): this {
    return this.event('$experiment_exposure', person, 1, { experiment_key: 'checkout', variant_key }, context);
  }

  /** So many people of a variant; the first of them buy. */
  people(variant: string, count: number, buyers: number): this {
    for (let at = 0; at < count; at++) {
      this.expose(`${variant}-${at}`, variant);
      if (at < buyers) this.event('bought', `${variant}-${at}`, 2, { price: at + 1 });
    }
    return this;
  }

  async send(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    for (let start = 0; start < batch.length; start += 100) {
      const response = await this.project.ingest({ batch: batch.slice(start, start + 100) });
      expect([response.status, response.data().rejected ?? []]).toEqual([202, []]);
    }
    this.#sent += batch.length;
    await this.project.server.waitForCount(this.#sent, '', this.project.secret);
  }

  async results(query = ''): Promise<Results> {
    const response = await this.admin.call('GET', `${RESULTS}${query}`);
    expect([response.status, response.text]).toEqual([200, expect.not.stringMatching(/NaN|Infinity/)]);
    const results = response.data<Results>();
    expect(numbersIn(results).filter((value) => !Number.isFinite(value))).toEqual([]);
    return results;
  }
}

const numbersIn = (value: unknown): readonly number[] => {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
};
export const variantOf = (results: Results, metric: number, key: string) =>
  results.metrics[metric]?.variants.find(({ variant_key }) => variant_key === key);
