import type { Wire } from '@lamppost/protocol';

export type Plan = Wire['PlansAnswer']['data'][number];

type PlanNumber = 'requests_per_minute' | 'events_per_minute' | 'events_per_day';

export interface PlanDraft {
  /** Stays the same while the name is typed. */
  readonly id: string;
  readonly name: string;
  readonly requests_per_minute: number | '';
  readonly events_per_minute: number | '';
  readonly events_per_day: number | '';
}

export interface PlanNumberWords {
  readonly field: PlanNumber;
  readonly label: string;
  readonly least: number;
  readonly max: number;
}

export const planNumbers: readonly PlanNumberWords[] = [
  { field: 'requests_per_minute', label: 'Requests per minute', least: 60, max: 5000 },
  { field: 'events_per_minute', label: 'Events per minute', least: 100, max: 1_000_000_000 },
  { field: 'events_per_day', label: 'Events per day', least: 100, max: 1_000_000_000_000 },
];

export const draftsOf = (plans: readonly Plan[]): readonly PlanDraft[] =>
  plans.map((plan) => ({ id: plan.name, ...plan }));

const namePattern = /^[a-z][a-z0-9-]{0,31}$/;

/** What keeps a plan from being saved, by field; empty when nothing does. */
export function planProblems(draft: PlanDraft, all: readonly PlanDraft[]): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  if (!namePattern.test(draft.name))
    problems.name = 'Lowercase letters, digits and hyphens, starting with a letter, at most 32 characters';
  else if (all.some(({ id, name }) => id !== draft.id && name === draft.name))
    problems.name = 'Another plan has this name';
  for (const { field, least, max } of planNumbers) {
    const value = draft[field];
    if (value === '' || !Number.isInteger(value) || value < least || value > max) {
      problems[field] = `Between ${least.toLocaleString('en')} and ${max.toLocaleString('en')}`;
    }
  }
  return problems;
}

export function plansOf(drafts: readonly PlanDraft[]): Plan[] {
  return drafts.map(({ name, requests_per_minute, events_per_minute, events_per_day }) => ({
    name,
    requests_per_minute: Number(requests_per_minute),
    events_per_minute: Number(events_per_minute),
    events_per_day: Number(events_per_day),
  }));
}

export const isSamePlans = (drafts: readonly PlanDraft[], plans: readonly Plan[]): boolean =>
  JSON.stringify(plansOf(drafts)) === JSON.stringify(plansOf(draftsOf(plans)));

/** Plans that projects are on and that would be gone. */
export function lostPlans(drafts: readonly PlanDraft[], inUse: readonly string[]): readonly string[] {
  const kept = new Set(drafts.map(({ name }) => name));
  return [...new Set(inUse)].filter((name) => name !== unmetered && !kept.has(name));
}

/** On no list: an operator gives it to a project. */
export const unmetered = 'unmetered';
