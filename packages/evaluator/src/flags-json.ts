import type { CompiledFlag, CompiledRule } from './compile-flag.ts';
import type { CompiledRuleset } from './compile-ruleset.ts';
import type { CompiledCondition } from './compiled-condition.ts';
import { decide, isKnownPlatform, nextRule, type RuleTrace, settledFor } from './decide.ts';
import { evaluateValues } from './evaluate-all.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { type FlagEvaluation, notFound } from './flag-evaluation.ts';
import type { FlagTable } from './flag-table.ts';
import type { HashPrefix } from './murmur-hash3.ts';
import { NeededFlags } from './needed-flags.ts';
import { bucketOf, type Share } from './share.ts';
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

/** How the values of all flags are written for those for whom the same conditions hold. */
interface FlagsPlan {
  readonly steps: readonly FlagStep[];
}

/** Text of flags that are the same for all of them; percentages of one flag; or a flag that is decided for each. */
type FlagStep = string | SharesStep | CompiledFlag;

interface SharesStep {
  readonly shares: readonly Share[];
  /** What is written for those in each share. */
  readonly texts: readonly string[];
  /** What is written for those in none. */
  readonly otherwise: string;
}

function planFlags(flags: FlagTable, subject: Subject, trace: RuleTrace): FlagsPlan {
  const steps: FlagStep[] = [];
  for (const flag of flags.list) {
    const step = stepOf(flag, subject, trace);
    const last = steps.at(-1);
    if (typeof step === 'string' && typeof last === 'string') steps[steps.length - 1] = last + step;
    else steps.push(step);
  }
  return { steps };
}

function stepOf(flag: CompiledFlag, subject: Subject, trace: RuleTrace): FlagStep {
  const settled = settledFor(flag, subject.platform);
  if (settled !== undefined) return textOf(flag, settled);
  // Depends on the values of other flags, and so on their percentages, not only on conditions.
  if (flag.prerequisites.length > 0) return flag;
  try {
    return sharesOf(flag, subject, trace);
  } catch {
    return flag;
  }
}

/** The percentages that are tried, up to the first that everybody is in. */
function sharesOf(flag: CompiledFlag, subject: Subject, trace: RuleTrace): FlagStep {
  const shares: Share[] = [];
  let last = flag.fallback;
  const isLast = (share: Share): boolean => {
    if (share.percentage >= 100) last = share.outcome;
    else shares.push(share);
    return share.percentage >= 100;
  };
  let at = nextRule(flag, 0, subject, trace);
  while (at !== -1 && !isLast((flag.rules[at] as CompiledRule).share)) at = nextRule(flag, at + 1, subject, trace);
  if (at === -1 && flag.rollout !== undefined) isLast(flag.rollout);
  const otherwise = textOf(flag, last);
  if (shares.length === 0) return otherwise;
  return { shares, texts: shares.map(({ outcome }) => textOf(flag, outcome)), otherwise };
}

function writeFlags({ steps }: FlagsPlan, flags: FlagTable, subject: Subject): string {
  const needed = new NeededFlags(flags);
  const { identity } = subject;
  let members = '';
  for (const step of steps) {
    if (typeof step === 'string') members += step;
    else if ('shares' in step) members += identity === undefined ? step.otherwise : textFor(step, identity);
    else members += textOf(step, decide(step, subject, needed));
  }
  return `{${members.slice(0, -1)}}`;
}

function textFor({ shares, texts, otherwise }: SharesStep, identity: HashPrefix): string {
  for (let at = 0; at < shares.length; at += 1) {
    const share = shares[at] as Share;
    if (bucketOf(share, identity) < share.percentage) return texts[at] as string;
  }
  return otherwise;
}

/** A member of the object and the comma behind it. */
function textOf({ definition }: CompiledFlag, evaluation: FlagEvaluation): string {
  if (evaluation === notFound) return '';
  const value = JSON.stringify(evaluation.value);
  return value === undefined ? '' : `${JSON.stringify(definition.key)}:${value},`;
}
