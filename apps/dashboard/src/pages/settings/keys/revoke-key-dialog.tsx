import { useEnvironment } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import styles from '../settings.module.css';
import { type KeyRow, keyHint, kindWords, revokeWord } from './key-words.ts';

export interface RevokeKeyDialogProps {
  readonly keyRow: KeyRow | undefined;
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ keyRow, onClose }: RevokeKeyDialogProps) {
  const { project } = useEnvironment();
  const revoke = useApiMutation('DELETE', '/v1/keys/:id', { invalidates: ['/v1/keys', '/v1/changes'] });
  const environment = project.environments.find(({ id }) => id === keyRow?.environment_id);
  return (
    <ConfirmWithReason
      isOpen={keyRow !== undefined}
      onClose={onClose}
      title={`Revoke a key of ${environment?.slug ?? project.slug}?`}
      action="Revoke key"
      reason="none"
      typeToConfirm={keyRow === undefined ? undefined : revokeWord(keyRow)}
      onConfirm={async () => {
        if (keyRow === undefined) return;
        await revoke.mutateAsync({ params: { id: keyRow.id } });
        toasts.success({ title: 'Key revoked', message: 'Requests with this key are now rejected.' });
      }}
    >
      {keyRow !== undefined && (
        <>
          <p className={styles.words}>
            <bdi>{keyRow.name}</bdi>, {kindWords[keyRow.kind].label.toLowerCase()} key{' '}
            <span className={textStyles.mono}>{keyHint(keyRow)}</span>.{' '}
            {keyRow.last_used_at === null ? (
              'It has never been used.'
            ) : (
              <>
                It was last used <RelativeTime at={keyRow.last_used_at} />.
              </>
            )}
          </p>
          <p className={styles.words}>{kindWords[keyRow.kind].loss} This can't be undone.</p>
        </>
      )}
    </ConfirmWithReason>
  );
}
