import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestProject } from './test-project.ts';

/** Users whose sessions say what they were served, and some of which crash. */
export class FlagCrowd {
  readonly #project: TestProject;
  readonly #flag: string;
  #users = 0;
  constructor(project: TestProject, flag: string) {
    this.#project = project;
    this.#flag = flag;
  }

  async send(value: boolean, users: number, crashes: number): Promise<void> {
    const sent = Array.from({ length: users }, () => {
      this.#users += 1;
      return `u${this.#users}`;
    });
    for (let from = 0; from < users; from += 100) {
      const batch = sent.slice(from, from + 100).map((user) => ({
        event: 'opened',
        event_id: randomUUID(),
        context: { user: { id: user }, session: { id: `s-${user}` }, flags: { [this.#flag]: value } },
      }));
      expect((await this.#project.ingest({ batch })).status).toBe(202);
    }
    for (const user of sent.slice(0, crashes)) await this.crash(user, value);
  }

  async crash(user: string, value: boolean): Promise<void> {
    const report = {
      platform: 'ios',
      exception_type: 'Boom',
      timestamp: new Date().toISOString(),
      user_id: user,
      session_id: `s-${user}`,
      active_flags: { [this.#flag]: value },
    };
    expect((await this.#project.post('/v1/crashes/report', report)).status).toBe(202);
  }
}
