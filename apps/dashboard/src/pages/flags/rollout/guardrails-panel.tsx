import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi } from '../../../api/use-api.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import { metricName } from '../../../insights/metrics/metric-words.ts';
import type { Flag } from '../targeting/targeting.ts';
import { evidenceWords, type Guardrails, guardrailState } from './guardrail-words.ts';
import { GuardrailsDialog } from './guardrails-dialog.tsx';
import styles from './rollout.module.css';

export interface GuardrailsPanelProps {
  readonly flag: Flag;
  readonly environment: string;
  readonly isReadOnly: boolean;
}

/** What kills the flag by itself, and what it has seen so far. */
export function GuardrailsPanel({ flag, environment, isReadOnly }: GuardrailsPanelProps) {
  const query = useApi('/v1/flags/:id/guardrails', { params: { id: flag.id } }, { refetchInterval: 30_000 });
  const [isEditing, setIsEditing] = useState(false);
  const { data } = query;
  return (
    <Panel
      title="Guardrails"
      description={`A breach kills the flag in ${environment} within seconds`}
      isLoading={query.isPending}
      loadingHeight={80}
      error={failureOf(query, "Couldn't load guardrails")}
      actions={
        isReadOnly || data === undefined ? undefined : (
          <Button variant="default" size="xs" onClick={() => setIsEditing(true)}>
            {data.guardrails.length === 0 ? 'Add guardrails' : 'Edit guardrails'}
          </Button>
        )
      }
    >
      {data !== undefined && <GuardrailList guardrails={data} />}
      {data !== undefined && (
        <GuardrailsDialog
          isOpen={isEditing}
          onClose={() => setIsEditing(false)}
          flag={flag}
          environment={environment}
          guardrails={data}
        />
      )}
    </Panel>
  );
}

function GuardrailList({
  guardrails: { guardrails, breach, watching_since, checked_at },
}: {
  readonly guardrails: Guardrails;
}) {
  if (guardrails.length === 0) {
    return <p className={styles.plain}>No guardrails</p>;
  }
  const broken = guardrails.find(({ id }) => id === breach?.guardrail_id);
  return (
    <>
      {breach !== null && (
        <p className={styles.breach} role="alert">
          <strong>{broken === undefined ? 'A guardrail' : metricName(broken)}</strong> was breached{' '}
          <RelativeTime at={breach.at} />, and the flag was killed
          {broken === undefined ? '.' : `: ${evidenceWords(broken, breach)}.`}
        </p>
      )}
      <ul className={styles.guardrails}>
        {guardrails.map((guardrail) => {
          const evidence = guardrail.id === breach?.guardrail_id ? breach : guardrail.evidence;
          const state = guardrailState(evidence);
          return (
            <li key={guardrail.id}>
              <div className={styles.guardrail}>
                <bdi className={styles.name}>{metricName(guardrail)}</bdi>
                <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
              </div>
              {evidence !== null && <p className={styles.evidence}>{evidenceWords(guardrail, evidence)}</p>}
            </li>
          );
        })}
      </ul>
      <p className={styles.note}>
        {watching_since === null ? (
          'Monitoring starts when the rollout serves its value.'
        ) : (
          <>
            Monitoring started <RelativeTime at={watching_since} />
            {checked_at !== null && (
              <>
                , checked <RelativeTime at={checked_at} />
              </>
            )}
          </>
        )}
      </p>
    </>
  );
}
