import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/inputs/confirm-with-reason.tsx';
import { DangerButton } from '../../../design/inputs/danger-button.tsx';
import { toasts } from '../../../design/layout/toasts.tsx';
import type { Experiment } from '../experiment.ts';
import { type Move, movesOf, statusLabels } from '../experiment-state.ts';

export interface MoveButtonsProps {
  readonly experiment: Experiment;
  readonly environment: string;
  /** Something of the design is not saved: it would be lost by a start. */
  readonly isDirty: boolean;
}

const nobody = 'none';

/** Start, pause, resume, complete, archive: each asks, and says what it will do to people. */
export function MoveButtons({ experiment, environment, isDirty }: MoveButtonsProps) {
  const [move, setMove] = useState<Move>();
  const [winner, setWinner] = useState<string>(nobody);
  const invalidates = ['/v1/experiments', '/v1/changes', '/v1/ruleset'];
  const changes = {
    start: useApiMutation('POST', '/v1/experiments/:id/start', { invalidates }),
    pause: useApiMutation('POST', '/v1/experiments/:id/pause', { invalidates }),
    resume: useApiMutation('POST', '/v1/experiments/:id/resume', { invalidates }),
    archive: useApiMutation('POST', '/v1/experiments/:id/archive', { invalidates }),
  };
  const completion = useApiMutation('POST', '/v1/experiments/:id/complete', { invalidates });
  const params = { id: experiment.id };
  const confirm = async () => {
    if (move === undefined) return;
    const { data } =
      move.name === 'complete'
        ? await completion.mutateAsync({ params, body: { winner: winner === nobody ? null : winner } })
        : await changes[move.name].mutateAsync({ params });
    toasts.success({ title: `${experiment.key} is ${statusLabels[data.status].label.toLowerCase()}.` });
  };
  return (
    <>
      {movesOf(experiment, environment).map((option) => {
        const open = () => {
          setWinner(nobody);
          setMove(option);
        };
        if (option.tone === 'bad') {
          return (
            <DangerButton key={option.name} onClick={open}>
              {option.verb}
            </DangerButton>
          );
        }
        return (
          <Button
            key={option.name}
            {...(option.isMain ? {} : { variant: 'default' })}
            disabled={option.name === 'start' && isDirty}
            onClick={open}
          >
            {option.verb} {option.isMain ? 'experiment' : ''}
          </Button>
        );
      })}
      <ConfirmWithReason
        isOpen={move !== undefined}
        onClose={() => setMove(undefined)}
        title={`${move?.verb ?? ''} ${experiment.key}?`}
        action={`${move?.verb ?? ''} experiment`}
        reason="none"
        tone={move?.tone}
        onConfirm={confirm}
      >
        {move?.words}
        {move?.name === 'complete' && (
          <Select
            mt="md"
            label="Winner"
            description="Who everybody gets from now on."
            data={[
              { value: nobody, label: 'No winner: nobody is assigned' },
              ...experiment.variants.map(({ key, name }) => ({ value: key, label: `${key} (${name})` })),
            ]}
            value={winner}
            onChange={(chosen) => setWinner(chosen ?? nobody)}
            allowDeselect={false}
          />
        )}
      </ConfirmWithReason>
    </>
  );
}
