import type { Person } from './person.ts';
import type { Assignments } from './rules-over-time.ts';

/** What is certain of a session before anything has happened in it. */
export interface SessionFacts {
  readonly person: Person;
  /** Index of the person's device. */
  readonly device: 0 | 1;
  readonly isArrival: boolean;
  /** Whether the device is signed in when the session begins. */
  readonly isKnown: boolean;
  /** Index in `releases`. */
  readonly release: number;
  /** Payments and requests fail more than usual. */
  readonly isIncident: boolean;
  readonly assignments: Assignments;
}
