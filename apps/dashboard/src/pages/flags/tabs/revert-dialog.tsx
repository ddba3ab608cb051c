import type { Wire } from '@lamppost/protocol';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { DiffView } from '../../../design/code/diff-view.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { CommentField } from '../../../design/inputs/comment-field.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { ReviewDialog } from '../editor/review-dialog.tsx';
import styles from '../editor/targeting-editor.module.css';
import { changedPaths, commentPart } from '../editor/use-save-targeting.ts';
import { patchFields, patchToward } from '../targeting/flag-patch.ts';
import { planRevert } from '../targeting/save-plan.ts';
import { draftOf, type Flag, type Targeting } from '../targeting/targeting.ts';

export interface RevertDialogProps {
  readonly flag: Flag;
  /** The change whose `before` is brought back; nothing is asked without one. */
  readonly change: Wire['ChangeRow'] | undefined;
  readonly onClose: () => void;
}

const untargeted = { rules: [], rollout: null, kill: null };

/** Brings back what was before a change. Everything that was changed since goes too, and is shown before. */
export function RevertDialog({ flag, change, onClose }: RevertDialogProps) {
  const { environment } = useEnvironment();
  if (change?.entity_type === 'targeting') {
    const past = change.before as Targeting | null;
    return (
      <ReviewDialog
        isOpen
        onClose={onClose}
        flagId={flag.id}
        environment={environment}
        title={`Revert ${flag.key} in ${environment.slug}?`}
        wanted={{ ...draftOf(past ?? untargeted), kill: (past ?? untargeted).kill }}
        plan={(current) => planRevert(current, past, flag.default_value)}
        onSaved={(isRequested) => {
          onClose();
          toasts.success(
            isRequested
              ? { title: 'Approval requested' }
              : { title: `${flag.key} reverted`, message: 'The revert is recorded in the history.' },
          );
        }}
      />
    );
  }
  return (
    <Modal opened={change !== undefined} onClose={onClose} title={`Revert ${flag.key}?`} size="lg">
      {change !== undefined && <RevertFlag flag={flag} before={change.before ?? {}} onClose={onClose} />}
    </Modal>
  );
}

interface RevertFlagProps {
  readonly flag: Flag;
  readonly before: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
}

function RevertFlag({ flag, before, onClose }: RevertFlagProps) {
  const patch = patchToward(flag, before);
  const [comment, setComment] = useState('');
  const change = useApiMutation('PATCH', '/v1/flags/:id', {
    invalidates: changedPaths,
    onSuccess: () => {
      onClose();
      toasts.success({ title: `${flag.key} reverted` });
    },
  });
  return (
    <div className={flowStyles.stack12}>
      <DiffView before={patchFields(flag)} after={{ ...patchFields(flag), ...patch }} sameWords="No changes" />
      {Object.keys(patch).length > 0 && <CommentField value={comment} onChange={setComment} />}
      {change.error !== null && (
        <p role="alert" className={styles.failure}>
          Couldn't revert: {change.error.message}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
        <Button
          loading={change.isPending}
          disabled={Object.keys(patch).length === 0}
          onClick={() => change.mutate({ params: { id: flag.id }, body: { ...patch, ...commentPart(comment) } })}
          data-autofocus
        >
          Revert
        </Button>
      </div>
    </div>
  );
}
