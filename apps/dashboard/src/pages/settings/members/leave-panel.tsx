import { useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import { useSession } from '../../../api/session.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { DangerButton } from '../../../design/inputs/danger-button.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { useNavigateTo } from '../../../design/primitives/app-link.tsx';
import styles from '../settings.module.css';

export interface LeavePanelProps {
  readonly isLastOwner: boolean;
  /** Whether the members have been read. */
  readonly isKnown: boolean;
}

export function LeavePanel({ isLastOwner, isKnown }: LeavePanelProps) {
  const { project } = useEnvironment();
  const { refresh } = useSession();
  const navigate = useNavigateTo();
  const [isAsked, setAsked] = useState(false);
  const leave = useApiMutation('DELETE', '/v1/membership');
  return (
    <Panel title="Leave project">
      <div className={styles.form}>
        <p className={styles.words}>
          {isKnown && isLastOwner
            ? 'You are the only owner. Make another member an owner first.'
            : 'You lose access until someone invites you again. Your account is kept.'}
        </p>
        {isKnown && !isLastOwner && <DangerButton onClick={() => setAsked(true)}>Leave project</DangerButton>}
      </div>
      <ConfirmWithReason
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={`Leave ${project.name}?`}
        action="Leave project"
        reason="none"
        onConfirm={async () => {
          await leave.mutateAsync({});
          toasts.success({ title: `You left ${project.name}` });
          // Without it the way out would lead back into the project that was left.
          await refresh();
          navigate('/');
        }}
      >
        <p className={styles.words}>
          Only a project admin can invite you again. Your pending invitations are withdrawn.
        </p>
      </ConfirmWithReason>
    </Panel>
  );
}
