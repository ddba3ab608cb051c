import type { CompiledRuleset } from './compile-ruleset.ts';
import type { CompiledCondition } from './compiled-condition.ts';
import { isKnownPlatform } from './decide.ts';
import { evaluateValues } from './evaluate-all.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { type FlagsPlan, planFlags, writeFlags } from './flags-plan.ts';
import { Subject } from './subject.ts';

/** Which conditions hold leads to a plan, one condition after the other. */
interface Branch {
  readonly condition: CompiledCondition;
  held: Branch | FlagsPlan | undefined;
  failed: Branch | FlagsPlan | undefined;
}

/** What all plans of a ruleset may hold, in steps and branches: some tens of megabytes. Then they are made anew. */
const MAX_KEPT = 500_000;

/**
 * The values of all flags as JSON text. Subjects for whom the same conditions hold are served by one plan, which is made
 * for the first of them: walking through its conditions is all that the rules cost the others.
 */
export class FlagsJson {
  readonly #ruleset: CompiledRuleset;
  readonly #maxKept: number;
  /** By platform, which decides what flags are there at all. */
  #starts = new Map<string | undefined, Branch | FlagsPlan>();
  #kept = 0;

  constructor(ruleset: CompiledRuleset, maxKept = MAX_KEPT) {
    this.#ruleset = ruleset;
    this.#maxKept = maxKept;
  }

  write(context: EvaluationContext): string {
    const subject = new Subject(context, this.#ruleset.conditionCount);
    try {
      const plan = this.#find(subject) ?? this.#add(context);
      return writeFlags(plan, this.#ruleset.flags, subject);
    } catch {
      // A condition could not be asked, which concerns its flag alone.
      return JSON.stringify(evaluateValues(this.#ruleset, context));
    }
  }

  #find(subject: Subject): FlagsPlan | undefined {
    let at = this.#starts.get(startOf(subject));
    while (at !== undefined && 'condition' in at) at = at.condition.holds(subject) ? at.held : at.failed;
    return at;
  }

  #add(context: EvaluationContext): FlagsPlan {
    const subject = new Subject(context, this.#ruleset.conditionCount);
    const tested: CompiledCondition[] = [];
    const trace = {
      conditionTested: (condition: CompiledCondition) => void tested.push(condition),
      conditionFailed: () => undefined,
    };
    const plan = planFlags(this.#ruleset.flags, subject, trace);
    this.#kept += plan.steps.length + tested.length;
    if (this.#kept > this.#maxKept) {
      this.#starts = new Map();
      this.#kept = plan.steps.length + tested.length;
    }
    const end = tested.reduceRight<Branch | FlagsPlan>((next, condition) => {
      const held = subject.isHeld(condition);
      return { condition, held: held ? next : undefined, failed: held ? undefined : next };
    }, plan);
    this.#starts.set(startOf(subject), joined(this.#starts.get(startOf(subject)), end));
    return plan;
  }
}

/** The known ways and the new one. Where they ask differently, which only a failing condition brings about, the known stay. */
function joined(known: Branch | FlagsPlan | undefined, added: Branch | FlagsPlan): Branch | FlagsPlan {
  if (known === undefined) return added;
  let [at, next] = [known, added];
  while ('condition' in at && 'condition' in next && at.condition === next.condition) {
    const side = next.held === undefined ? 'failed' : 'held';
    const [behind, rest] = [at[side], next[side]];
    if (rest === undefined) break;
    if (behind === undefined) {
      at[side] = rest;
      break;
    }
    [at, next] = [behind, rest];
  }
  return known;
}

/** A platform that no flag can name leaves none out, as none does. */
const startOf = ({ platform }: Subject): string | undefined =>
  platform !== undefined && isKnownPlatform(platform) ? platform : undefined;
