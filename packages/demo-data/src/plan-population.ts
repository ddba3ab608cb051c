import { type DemoWorld, deviceOf } from './demo-world.ts';
import type { Person } from './person.ts';
import { hasSignedUpBefore, type PlannedSession, planSessions } from './plan-sessions.ts';
import type { SessionFacts } from './session-facts.ts';
import { SessionTable } from './session-table.ts';

/** Lets people live one after the other until there are exactly as many events as are wanted. */
export function planPopulation(world: DemoWorld, events: number): SessionTable {
  const table = new SessionTable();
  let left = events;
  for (let index = 0; left > 0; index += 1) {
    const person = world.person(index);
    const life = new Life(world, person);
    for (const session of planSessions(world.seed, person, world.period, world.zones)) {
      left -= life.tell(session, table, left);
      if (left === 0) break;
    }
  }
  return table;
}

/** What one person's sessions leave behind for their later ones. */
class Life {
  readonly #world: DemoWorld;
  readonly #person: Person;
  readonly #isKnown: [boolean, boolean];
  readonly #release: [number | undefined, number | undefined] = [undefined, undefined];
  #ordinal = 0;

  constructor(world: DemoWorld, person: Person) {
    this.#world = world;
    this.#person = person;
    const hasSignedUp = hasSignedUpBefore(world.seed, person);
    this.#isKnown = [hasSignedUp, hasSignedUp];
  }

  /** Adds the session to the table, with at most so many events; returns how many it has. */
  tell({ startMs, device, isArrival }: PlannedSession, table: SessionTable, atMost: number): number {
    // A second device is one that a known person signs in to.
    const used = device === 1 && !this.#isKnown[0] ? 0 : device;
    const release = this.#world.releaseOf(deviceOf(this.#person, used), startMs);
    const isKnown = this.#isKnown[used];
    const facts: SessionFacts = {
      person: this.#person,
      device: used,
      isArrival,
      isKnown,
      release,
      isIncident: this.#world.period.isIncident(startMs),
      assignments: this.#world.standing(this.#person, used, release, isKnown, startMs).assignments,
    };
    const ordinal = this.#ordinal;
    const script = this.#world.scriptOf(facts, ordinal);
    const { untilMs } = this.#world.period;
    const inTime = script.steps.filter(({ afterMs }) => startMs + afterMs <= untilMs).length;
    const steps = Math.min(inTime, atMost);
    const before = this.#release[used];
    table.add({
      person: this.#person.index,
      ordinal,
      startMs,
      steps,
      release,
      device: used,
      isArrival,
      isKnown,
      isNewDevice: before === undefined,
      isUpdated: before !== undefined && before !== release,
    });
    this.#ordinal += 1;
    this.#release[used] = release;
    this.#isKnown[used] ||= script.steps.some(({ kind }) => kind === 'identify');
    return steps;
  }
}
