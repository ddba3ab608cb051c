import { useEffect, useState } from 'react';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import type { Flag } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import styles from './targeting-editor.module.css';
import { changedPaths, commentPart } from './use-save-targeting.ts';

export interface KillDialogsProps {
  readonly flag: Flag;
  readonly environment: string;
  /** The dialog that is open. */
  readonly asked: 'kill' | 'restore' | null;
  readonly onClose: () => void;
}

/** Asks before a flag is killed, with a reason, and before it is restored. */
export function KillDialogs({ flag, environment, asked, onClose }: KillDialogsProps) {
  const [value, setValue] = useState<unknown>(flag.default_value);
  useEffect(() => {
    if (asked === 'kill') setValue(flag.default_value);
  }, [asked, flag.default_value]);
  const killing = useApiMutation('POST', '/v1/flags/:id/kill', { invalidates: changedPaths });
  const restoring = useApiMutation('POST', '/v1/flags/:id/restore', { invalidates: changedPaths });
  return (
    <>
      <ConfirmWithReason
        isOpen={asked === 'kill'}
        onClose={onClose}
        title={`Kill ${flag.key} in ${environment}?`}
        action="Kill flag"
        reasonPlaceholder="Payments have failed since the release"
        maxLength={1000}
        onConfirm={async (reason) => {
          await killing.mutateAsync({ params: { id: flag.id }, body: { reason, value } });
          toasts.success({
            title: `${flag.key} killed in ${environment}`,
            message: 'Clients are updated immediately.',
          });
        }}
      >
        <div className={flowStyles.stack12}>
          <p className={styles.text}>
            All users in {environment} get this value within a second. Rules and rollout are kept, so you can restore
            them.
          </p>
          <ValueField label="Value for all users" valueType={flag.value_type} value={value} onChange={setValue} />
        </div>
      </ConfirmWithReason>
      <ConfirmWithReason
        isOpen={asked === 'restore'}
        onClose={onClose}
        title={`Restore ${flag.key} in ${environment}?`}
        action="Restore flag"
        reason="optional"
        reasonLabel="Comment"
        tone="accent"
        onConfirm={async (comment) => {
          await restoring.mutateAsync({ params: { id: flag.id }, body: commentPart(comment) });
          toasts.success({ title: `${flag.key} restored in ${environment}`, message: 'Its rules apply again.' });
        }}
      >
        <p className={styles.text}>The current rules and rollout apply again in {environment}.</p>
      </ConfirmWithReason>
    </>
  );
}
