import type { CompiledFlag, CompiledRule } from './compile-flag.ts';
import { decide, nextRule, type RuleTrace, settledFor } from './decide.ts';
import { type FlagEvaluation, notFound } from './flag-evaluation.ts';
import type { FlagTable } from './flag-table.ts';
import { NeededFlags } from './needed-flags.ts';
import { bucketFor, type Share } from './share.ts';
import type { Subject } from './subject.ts';

/** How the values of all flags are written for those for whom the same conditions hold. */
export interface FlagsPlan {
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

export function planFlags(flags: FlagTable, subject: Subject, trace: RuleTrace): FlagsPlan {
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
  // What others are for somebody decides: not only conditions but also percentages.
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

export function writeFlags({ steps }: FlagsPlan, flags: FlagTable, subject: Subject): string {
  const needed = new NeededFlags(flags);
  let members = '';
  for (const step of steps) {
    if (typeof step === 'string') members += step;
    else if ('shares' in step) members += textFor(step, subject);
    else members += textOf(step, decide(step, subject, needed));
  }
  return `{${members.slice(0, -1)}}`;
}

function textFor({ shares, texts, otherwise }: SharesStep, subject: Subject): string {
  const { identity } = subject;
  for (let at = 0; at < shares.length; at += 1) {
    const share = shares[at] as Share;
    const bucket = bucketFor(share, identity);
    if (bucket !== undefined && bucket < share.percentage) return texts[at] as string;
  }
  return otherwise;
}

/** A member of the object and the comma behind it. */
function textOf({ definition }: CompiledFlag, evaluation: FlagEvaluation): string {
  if (evaluation === notFound) return '';
  const value = JSON.stringify(evaluation.value);
  return value === undefined ? '' : `${JSON.stringify(definition.key)}:${value},`;
}
