import { Button } from '@mantine/core';
import { IconPower, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/inputs/confirm-with-reason.tsx';
import { DangerButton } from '../../../design/inputs/danger-button.tsx';
import { toasts } from '../../../design/layout/toasts.tsx';
import { RelativeTime } from '../../../design/values/relative-time.tsx';
import { valueText } from '../targeting/rule-words.ts';
import type { Flag, Targeting } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import styles from './targeting-editor.module.css';
import { changedPaths } from './use-save-targeting.ts';

export interface KillPanelProps {
  readonly flag: Flag;
  readonly environment: string;
  readonly kill: Targeting['kill'];
  readonly isReadOnly: boolean;
}

/** Apart from everything else, and at once: it does not wait for what is being edited. */
export function KillPanel({ flag, environment, kill, isReadOnly }: KillPanelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [value, setValue] = useState<unknown>(flag.default_value);
  const killing = useApiMutation('POST', '/v1/flags/:id/kill', { invalidates: changedPaths });
  const restoring = useApiMutation('POST', '/v1/flags/:id/restore', { invalidates: changedPaths });
  const [isRestoring, setIsRestoring] = useState(false);
  return (
    <section className={`${styles.kill} ${kill === null ? '' : styles.killed}`} aria-label="Kill switch">
      <div className={styles.killRow}>
        <div className={styles.killWords}>
          <h2 className={styles.killTitle}>{kill === null ? 'Kill switch' : `Killed in ${environment}`}</h2>
          {kill === null ? (
            <p className={`${styles.text} ${styles.muted}`}>
              Serves one value to all users in {environment} immediately and ignores the rules. Rules are kept.
            </p>
          ) : (
            <p className={styles.text}>
              All users have been served <code className={styles.code}>{valueText(kill.value)}</code> since{' '}
              <RelativeTime at={kill.at} />: <bdi>{kill.reason}</bdi>
            </p>
          )}
        </div>
        {!isReadOnly &&
          (kill === null ? (
            <DangerButton
              leftSection={<IconPower size={16} aria-hidden />}
              onClick={() => {
                setValue(flag.default_value);
                setIsAsking(true);
              }}
            >
              Kill flag
            </DangerButton>
          ) : (
            <Button
              variant="default"
              leftSection={<IconRestore size={16} aria-hidden />}
              onClick={() => setIsRestoring(true)}
            >
              Restore flag
            </Button>
          ))}
      </div>
      <ConfirmWithReason
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
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
        <div className={styles.stack}>
          <p className={styles.text}>
            All users in {environment} get this value within a second. Rules and rollout are kept, so you can restore
            them.
          </p>
          <ValueField label="Value for all users" valueType={flag.value_type} value={value} onChange={setValue} />
        </div>
      </ConfirmWithReason>
      <ConfirmWithReason
        isOpen={isRestoring}
        onClose={() => setIsRestoring(false)}
        title={`Restore ${flag.key} in ${environment}?`}
        action="Restore flag"
        reason="none"
        tone="accent"
        onConfirm={async () => {
          await restoring.mutateAsync({ params: { id: flag.id } });
          toasts.success({ title: `${flag.key} restored in ${environment}`, message: 'Its rules apply again.' });
        }}
      >
        <p className={styles.text}>The current rules and rollout apply again in {environment}.</p>
      </ConfirmWithReason>
    </section>
  );
}
