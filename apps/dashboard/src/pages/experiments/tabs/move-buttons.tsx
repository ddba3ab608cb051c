import { Button } from '@mantine/core';
import { useState } from 'react';
import { orRequested } from '../../../api/or-requested.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { DangerButton } from '../../../design/inputs/danger-button.tsx';
import { CompleteDialog } from '../complete/complete-dialog.tsx';
import type { Experiment } from '../experiment.ts';
import { type Move, movesOf, statusLabels } from '../experiment-state.ts';

export interface MoveButtonsProps {
  readonly experiment: Experiment;
  readonly environment: string;
  /** Something of the design is not saved: it would be lost by a start. */
  readonly isDirty: boolean;
}

/** Start, pause, resume, complete, archive: each asks, and says what it will do to people. */
export function MoveButtons({ experiment, environment, isDirty }: MoveButtonsProps) {
  const [move, setMove] = useState<Move>();
  const invalidates = ['/v1/experiments', '/v1/changes', '/v1/ruleset'];
  const changes = {
    start: useApiMutation('POST', '/v1/experiments/:id/start', { invalidates }),
    pause: useApiMutation('POST', '/v1/experiments/:id/pause', { invalidates }),
    resume: useApiMutation('POST', '/v1/experiments/:id/resume', { invalidates }),
    archive: useApiMutation('POST', '/v1/experiments/:id/archive', { invalidates }),
  };
  const confirm = async () => {
    if (move === undefined || move.name === 'complete') return;
    const moved = changes[move.name].mutateAsync({ params: { id: experiment.id } });
    if (await orRequested(moved)) {
      toasts.success({ title: 'Approval requested' });
      return;
    }
    const { data } = await moved;
    toasts.success({ title: `${experiment.key} is ${statusLabels[data.status].label.toLowerCase()}` });
  };
  const close = () => setMove(undefined);
  return (
    <>
      {movesOf(experiment, environment).map((option) => {
        if (option.tone === 'bad') {
          return (
            <DangerButton key={option.name} onClick={() => setMove(option)}>
              {option.verb}
            </DangerButton>
          );
        }
        return (
          <Button
            key={option.name}
            {...(option.isMain ? {} : { variant: 'default' })}
            disabled={option.name === 'start' && isDirty}
            onClick={() => setMove(option)}
          >
            {option.verb} {option.isMain ? 'experiment' : ''}
          </Button>
        );
      })}
      <CompleteDialog
        experiment={experiment}
        environment={environment}
        isOpen={move?.name === 'complete'}
        onClose={close}
      />
      <ConfirmWithReason
        isOpen={move !== undefined && move.name !== 'complete'}
        onClose={close}
        title={`${move?.verb ?? ''} ${experiment.key}?`}
        action={`${move?.verb ?? ''} experiment`}
        reason="none"
        tone={move?.tone}
        onConfirm={confirm}
      >
        {move?.words}
      </ConfirmWithReason>
    </>
  );
}
