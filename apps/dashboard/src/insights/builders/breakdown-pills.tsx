import textStyles from '../../design/primitives/text.module.css';
import { MAX_BREAKDOWNS } from '../insight.ts';
import { BreakdownPill } from './breakdown-pill.tsx';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import styles from './insight-builder.module.css';

export interface BreakdownPillsProps {
  readonly fields: readonly string[];
  readonly limit: number | null;
  readonly onChange: (fields: readonly string[], limit: number | null) => void;
  readonly events: readonly string[];
}

const USUAL_LIMIT = 20;
const limits = [3, 5, 10, 20, 50];

/** Up to three fields, one line for each combination of their values. */
export function BreakdownPills({ fields, limit, onChange, events }: BreakdownPillsProps) {
  const places = Math.min(MAX_BREAKDOWNS, fields.length + 1);
  const set = (at: number, field: string | null) => {
    const changed = [...fields.slice(0, at), ...(field === null ? [] : [field]), ...fields.slice(at + 1)];
    onChange([...new Set(changed)], limit);
  };
  return (
    <>
      {Array.from({ length: places }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first, second and third field
        <span key={at} className={styles.joined}>
          {at > 0 && <span className={textStyles.muted13}>and</span>}
          <BreakdownPill
            label={at === 0 ? 'Breakdown' : `Breakdown ${at + 1}`}
            value={fields[at] ?? null}
            events={events}
            onChange={(field) => set(at, field)}
          />
        </span>
      ))}
      {fields.length > 0 && (
        <ChoicePill
          label="Breakdown limit"
          value={String(limit ?? USUAL_LIMIT)}
          choices={limitChoices(limit)}
          onChange={(chosen) => onChange(fields, Number(chosen) === USUAL_LIMIT ? null : Number(chosen))}
        />
      )}
    </>
  );
}

function limitChoices(chosen: number | null): readonly Choice<string>[] {
  const all = [...new Set([...limits, chosen ?? USUAL_LIMIT])].sort((a, b) => a - b);
  return all.map((count) => ({ value: String(count), label: `top ${count}`, detail: 'the rest as (other)' }));
}
