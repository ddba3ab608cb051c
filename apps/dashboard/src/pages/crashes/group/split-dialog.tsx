import { Button, Modal } from '@mantine/core';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { ShortNumber } from '../../../design/primitives/short-number.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import styles from './group.module.css';
import type { GroupDialogProps } from './resolve-dialog.tsx';

/** A group of several fingerprints: each can have a group of its own again. */
export function SplitDialog({ group, isOpen, onClose }: GroupDialogProps) {
  const split = useApiMutation('POST', '/v1/crashes/groups/:id/split', {
    invalidates: ['/v1/crashes', '/v1/changes'],
    onSuccess: () => {
      toasts.success({ title: 'Group split', message: 'The fingerprint now has its own open group.' });
      onClose();
    },
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Split this group" size="lg">
      <div className={flowStyles.stack16}>
        <p className={textStyles.mutedText}>
          This group contains these fingerprints. Move one that doesn't belong here to its own group.
        </p>
        <ul className={styles.parts}>
          {group.fingerprints.map((part) => (
            <li key={part.fingerprint}>
              <span className={styles.part}>
                <bdi>{part.title.slice(0, 200)}</bdi>
                <span className={textStyles.muted12}>
                  {part.culprit ?? 'unknown location'} ·{' '}
                  <ShortNumber value={part.reports} unit="reports" one="report" />{' '}
                  {part.reports === 1 ? 'report' : 'reports'}
                </span>
              </span>
              <Button
                size="compact-xs"
                variant="default"
                loading={split.isPending && split.variables?.body.fingerprint === part.fingerprint}
                onClick={() => split.mutate({ params: { id: group.id }, body: { fingerprint: part.fingerprint } })}
              >
                Split off
              </Button>
            </li>
          ))}
        </ul>
        {split.error !== null && (
          <p role="alert" className={textStyles.failure}>
            Couldn't split the group. {split.error.message}
          </p>
        )}
      </div>
    </Modal>
  );
}
