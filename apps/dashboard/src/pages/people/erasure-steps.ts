import type { Wire } from '@lamppost/protocol';

export type StepState = 'done' | 'now' | 'later' | 'failed';

export interface ErasureStep {
  readonly words: string;
  readonly state: StepState;
}

/** Counts of the control plane come with the answer; others come when the store has let go of the rows. */
const countsOfControl = new Set([
  'users',
  'devices',
  'control_links',
  'group_members',
  'changes',
  'rules_naming_the_user',
  'experiments_naming_the_user',
]);

/** What an erasure goes through, and how far this one is. */
export function erasureSteps({ status, counts }: Pick<Wire['JobRow'], 'status' | 'counts'>): readonly ErasureStep[] {
  const hasStarted = status !== 'queued';
  const isHidden = Object.keys(counts).some((name) => !countsOfControl.has(name));
  const reached = status === 'done' ? 3 : isHidden ? 2 : hasStarted ? 1 : 0;
  const words = [
    'The erasure is recorded, and configuration is served as for an unknown user.',
    'Queries no longer return the data.',
    'The data is removed from all files on the server. This takes up to a day by default.',
  ];
  const stateOf = (index: number): StepState => {
    if (index < reached) return 'done';
    if (index > reached) return 'later';
    return status === 'failed' ? 'failed' : 'now';
  };
  return words.map((sentence, index) => ({ words: sentence, state: stateOf(index) }));
}
