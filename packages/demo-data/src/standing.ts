import type { Device, Person } from './person.ts';
import type { Assignments } from './rules-over-time.ts';
import { eventContext, metricContext } from './session-context.ts';

export interface StandingFacts {
  readonly person: Person;
  readonly device: Device;
  readonly release: number;
  readonly isKnown: boolean;
  readonly assignments: Assignments;
  readonly configVersion: string;
}

/** What stays the same over many sessions of someone: their flags, their variants, and the contexts that carry them. */
export class Standing {
  readonly assignments: Assignments;
  readonly #facts: StandingFacts;
  #eventContext: string | undefined;
  #metricContext: string | undefined;

  constructor(facts: StandingFacts) {
    this.#facts = facts;
    this.assignments = facts.assignments;
  }

  /** `context` of events, as JSON. */
  eventContext(sessionId: string): string {
    this.#eventContext ??= eventContext(this.#facts).slice(0, -1);
    return `${this.#eventContext},"session":{"id":"${sessionId}"}}`;
  }

  /** `context` of performance metrics, as JSON. */
  metricContext(sessionId: string, networkType: string): string {
    this.#metricContext ??= metricContext(this.#facts).slice(0, -1);
    return `${this.#metricContext},"session_id":"${sessionId}","network_type":"${networkType}"}`;
  }
}
