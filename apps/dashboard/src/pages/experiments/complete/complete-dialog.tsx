import { Radio } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import type { Experiment } from '../experiment.ts';
import { decisionStates } from '../results/result-words.ts';
import styles from './complete.module.css';
import { type CompletionChoice, completionChoices, proposedWinner } from './completion-choices.ts';
import { type FlagChange, FlagChoice } from './flag-choice.tsx';

export interface CompleteDialogProps {
  readonly experiment: Experiment;
  readonly environment: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const idOf = (winner: string | null): string => (winner === null ? 'none' : `variant ${winner}`);

/** Ends an experiment. Says what each choice does to people, and which one the results speak for. */
export function CompleteDialog({ experiment, environment, isOpen, onClose }: CompleteDialogProps) {
  const { data: results } = useApi(
    '/v1/experiments/:id/results',
    { params: { id: experiment.id }, query: { series: true, as_of: undefined } },
    { enabled: isOpen },
  );
  const complete = useApiMutation('POST', '/v1/experiments/:id/complete', {
    invalidates: ['/v1/experiments', '/v1/changes', '/v1/ruleset', '/v1/flags', '/v1/layers'],
  });
  const [chosen, setChosen] = useState<string | null>();
  const [flag, setFlag] = useState<FlagChange>();
  const choices = completionChoices(experiment, environment, results);
  const proposed = proposedWinner(results);
  const winner = chosen === undefined ? (proposed ?? null) : chosen;
  const close = () => {
    setChosen(undefined);
    setFlag(undefined);
    onClose();
  };
  return (
    <ConfirmWithReason
      isOpen={isOpen}
      onClose={close}
      title={`Complete ${experiment.key}?`}
      action="Complete experiment"
      reason="none"
      tone="accent"
      onConfirm={async () => {
        if (flag?.key === '') throw new Error('Select a flag');
        const body = { winner, ...(flag === undefined ? {} : { flag }) };
        const { data } = await complete.mutateAsync({ params: { id: experiment.id }, body });
        const title =
          winner === null
            ? `${experiment.key} completed`
            : `${experiment.audience.length === 0 ? 'Everyone' : 'The audience'} gets ${winner}`;
        toasts.success({ title, message: data.shipped?.note });
      }}
    >
      {results !== undefined && (
        <p className={styles.verdict}>
          <StatusBadge tone={decisionStates[results.decision].tone}>
            {decisionStates[results.decision].label}
          </StatusBadge>{' '}
          {results.verdict}
        </p>
      )}
      <Radio.Group
        label="From now on"
        value={idOf(winner)}
        onChange={(id) => setChosen(choices.find((choice) => idOf(choice.winner) === id)?.winner ?? null)}
      >
        <div className={styles.choices}>
          {choices.map((choice) => (
            <Choice key={idOf(choice.winner)} choice={choice} />
          ))}
        </div>
      </Radio.Group>
      {isOpen && <FlagChoice environment={environment} flag={flag} onChange={setFlag} />}
      <p className={styles.warning}>A completed experiment can't be resumed. New exposures aren't counted.</p>
    </ConfirmWithReason>
  );
}

function Choice({ choice }: { readonly choice: CompletionChoice }) {
  return (
    <Radio
      value={idOf(choice.winner)}
      label={
        <span className={styles.label}>
          <bdi>{choice.label}</bdi>
          {choice.isProposed && <StatusBadge tone="good">Recommended</StatusBadge>}
        </span>
      }
      description={choice.words}
    />
  );
}
