import { type DemoOptions, defaultDays } from './demo-options.ts';
import { ZoneOffsets } from './local-time.ts';
import { Period } from './period.ts';
import { type Device, derivePerson, type Person } from './person.ts';
import { sessionRandom } from './plan-sessions.ts';
import { mix } from './random.ts';
import { releaseInUse } from './releases.ts';
import { offlineRuleset, RulesOverTime } from './rules-over-time.ts';
import { evaluationContext } from './session-context.ts';
import type { SessionFacts } from './session-facts.ts';
import type { SessionScript } from './session-script.ts';
import { Standing } from './standing.ts';
import { writeScript } from './write-script.ts';

/** Anyone who was met lately is likely to be met again, and the busiest are met most. */
const remembered = 16_384;

/** What all of one story share. */
export class DemoWorld {
  readonly seed: number;
  readonly period: Period;
  readonly rules: RulesOverTime;
  readonly zones = new ZoneOffsets();
  /** Part of every event id: the same people at another time do other things. */
  readonly story: number;
  readonly #people = new Map<number, Person>();
  readonly #standings = new Map<number, Standing>();

  constructor({ seed, untilMs, days = defaultDays, ruleset = offlineRuleset() }: DemoOptions) {
    this.seed = seed;
    this.period = new Period(untilMs, days);
    this.rules = new RulesOverTime(ruleset);
    this.story = mix(seed, days, untilMs / 1000, untilMs % 1000);
  }

  releaseOf({ habit }: Device, startMs: number): number {
    return releaseInUse(habit, this.period.daysBeforeEnd(startMs));
  }

  /** The same person for the same index. */
  person(index: number): Person {
    const known = this.#people.get(index);
    if (known !== undefined) return known;
    const person = derivePerson(this.seed, index, this.period);
    if (this.#people.size >= remembered) this.#people.clear();
    this.#people.set(index, person);
    return person;
  }

  standing(person: Person, device: 0 | 1, release: number, isKnown: boolean, startMs: number): Standing {
    const phase = this.rules.phaseAt(this.period.daysBeforeEnd(startMs));
    const key = (((person.index * 64 + phase) * 64 + release) * 2 + device) * 2 + (isKnown ? 1 : 0);
    const known = this.#standings.get(key);
    if (known !== undefined) return known;
    const hardware = deviceOf(person, device);
    const assignments = this.rules.assign(phase, evaluationContext(person, hardware, release, isKnown));
    const { configVersion } = this.rules;
    const standing = new Standing({ person, device: hardware, release, isKnown, assignments, configVersion });
    if (this.#standings.size >= remembered) this.#standings.clear();
    this.#standings.set(key, standing);
    return standing;
  }

  scriptOf(facts: SessionFacts, ordinal: number): SessionScript {
    return writeScript(facts, sessionRandom(this.seed, facts.person.index, ordinal));
  }
}

export const deviceOf = ({ devices }: Person, index: 0 | 1): Device => (devices[index] ?? devices[0]) as Device;
