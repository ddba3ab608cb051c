import type { Condition } from '../../../conditions/condition.ts';
import { ConditionList } from '../../../conditions/condition-list.tsx';
import type { FormProblems } from './experiment-draft.ts';

export interface AudienceFieldProps {
  readonly audience: readonly Condition[];
  readonly onChange: (audience: readonly Condition[]) => void;
  readonly problems: FormProblems;
}

/** Who can be in an experiment, by the conditions that rules of flags have. */
export function AudienceField({ audience, onChange, problems }: AudienceFieldProps) {
  const places = Object.entries(problems);
  return (
    <ConditionList
      conditions={audience}
      onChange={onChange}
      problemAt={(at) => places.find(([place]) => `${place}.`.startsWith(`audience.${at}.`))?.[1]}
      empty="No conditions: all users"
    />
  );
}
