import { BreakdownPill } from './breakdown-pill.tsx';
import { Clause } from './clause.tsx';

export interface CountByClauseProps {
  /** null: people. */
  readonly value: string | null;
  readonly onChange: (countBy: string | null) => void;
  readonly events: readonly string[];
}

/** Accounts or teams in place of people: whatever a field names. */
export function CountByClause(props: CountByClauseProps) {
  return (
    <Clause word="counted by">
      <BreakdownPill label="Count by" placeholder="people" {...props} />
    </Clause>
  );
}
