import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
import type { FunnelExclusion } from '../insight.ts';
import { ChoicePill } from './choice-pill.tsx';
import { EventsPill } from './events-pill.tsx';
import styles from './insight-builder.module.css';

export interface ExclusionRowProps {
  readonly exclusion: FunnelExclusion;
  readonly place: number;
  readonly stepCount: number;
  readonly onChange: (exclusion: FunnelExclusion) => void;
  readonly onRemove: () => void;
}

/** What must not happen, and between which steps. */
export function ExclusionRow({ exclusion, place, stepCount, onChange, onRemove }: ExclusionRowProps) {
  const { fromStep, toStep } = exclusion;
  const last = stepCount - 1;
  const steps = Array.from({ length: stepCount }, (_, step) => ({ value: String(step), label: `step ${step + 1}` }));
  return (
    <div className={styles.row}>
      <div className={styles.rowBody}>
        <div className={flowStyles.row6}>
          <EventsPill
            label={`Exclusion ${place + 1}`}
            value={exclusion.event}
            canBeAny={false}
            onChange={(event) => onChange({ ...exclusion, event })}
          />
          <span className={textStyles.muted13}>between</span>
          <ChoicePill
            label={`Exclusion ${place + 1} from`}
            value={String(fromStep)}
            choices={steps.slice(0, -1)}
            onChange={(from) => onChange({ ...exclusion, fromStep: Number(from) })}
          />
          <span className={textStyles.muted13}>and</span>
          <ChoicePill
            label={`Exclusion ${place + 1} to`}
            value={String(toStep ?? last)}
            choices={steps.slice(fromStep + 1)}
            onChange={(to) => onChange({ ...exclusion, toStep: Number(to) === last ? null : Number(to) })}
          />
        </div>
      </div>
      <Tooltip label="Remove exclusion">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Remove exclusion ${place + 1}`}
          onClick={onRemove}
        >
          <IconX size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
