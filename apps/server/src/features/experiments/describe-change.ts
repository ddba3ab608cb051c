import type { Change } from '../changes/change-store.ts';

const actions: Readonly<Record<string, string>> = {
  started: 'Started',
  paused: 'Paused',
  resumed: 'Resumed',
  completed: 'Completed',
  archived: 'Archived',
  analysis_changed: 'Changed the analysis',
  audience_set: 'Changed the audience',
  period_changed: 'Changed its period',
};

/** Not what somebody changed, but what follows from it. */
const BOOKKEEPING = new Set(['updated_at', 'status', 'started_at', 'completed_at']);

/** Whose words say all: a list that changed adds only its name. */
const SAID_BY_ACTION = new Set(['audience_set']);

type State = Readonly<Record<string, unknown>>;

/** An edit of an experiment in a sentence: "Changed the analysis: engine from sequential to fixed". */
export function describeChange({ action, before, after }: Pick<Change, 'action' | 'before' | 'after'>): string {
  const differences = differencesOf((before ?? {}) as State, (after ?? {}) as State);
  const words = actions[action] ?? action.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
  if (action === 'completed') {
    const winner = (after as State | null)?.winner;
    return typeof winner === 'string' ? `Completed with ${winner} as the winner` : 'Completed without a winner';
  }
  const isSaid = before === null || differences.length === 0 || SAID_BY_ACTION.has(action);
  return isSaid ? words : `${words}: ${differences.join(', ')}`;
}

function differencesOf(before: State, after: State): string[] {
  return Object.keys(after)
    .filter((key) => !BOOKKEEPING.has(key) && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .flatMap((key) => {
      const [was, is] = [before[key], after[key]];
      if (isPlain(was) && isPlain(is)) return [`${key} from ${shown(was)} to ${shown(is)}`];
      return isState(was) && isState(is) ? differencesOf(was, is) : [key];
    });
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';
const isState = (value: unknown): value is State => !isPlain(value) && !Array.isArray(value);
const shown = (value: unknown): string => (value === null || value === undefined ? 'none' : String(value));
