import type { Wire } from '@lamppost/protocol';
import { Panel } from '../../design/layout/panel.tsx';
import { Hint } from '../../design/primitives/hint.tsx';
import { KeyValue } from '../../design/primitives/key-value.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { kindWords } from './cohort-words.ts';
import styles from './cohorts.module.css';
import { describeCohort } from './definition/describe-cohort.ts';

/** Who is in it in a sentence, and how many. */
export function DefinitionPanel({ cohort }: { readonly cohort: Wire['CohortRow'] }) {
  const { kind, size, user_count: users, computed_at: computedAt, error } = cohort;
  return (
    <Panel title="Definition">
      <p className={styles.sentence}>
        <bdi>{describeCohort(cohort)}</bdi>
      </p>
      {error !== null && (
        <p role="alert" className={styles.failure}>
          Couldn't compute the cohort. {error}
        </p>
      )}
      <KeyValue
        items={[
          { label: 'Type', value: <Hint text={kindWords[kind].hint}>{kindWords[kind].label}</Hint> },
          { label: 'People', value: size === null ? null : <ShortNumber value={size} unit="people" one="person" /> },
          {
            label: 'With a user id',
            value: users === null ? null : <ShortNumber value={users} unit="users" one="user" />,
          },
          { label: 'Computed', value: computedAt === null ? null : <RelativeTime at={computedAt} /> },
          { label: 'Created', value: <RelativeTime at={cohort.created_at} /> },
        ]}
      />
    </Panel>
  );
}
