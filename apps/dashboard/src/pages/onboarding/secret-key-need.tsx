import { Button } from '@mantine/core';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { asSentence } from '../../design/format/as-sentence.ts';
import styles from './onboarding.module.css';

export interface SecretKeyNeedProps {
  readonly isMade: boolean;
  readonly onKey: (key: string) => void;
}

/** Where a secret key comes from: anyone who wrote one down has it, and admins can make another here. */
export function SecretKeyNeed({ isMade, onKey }: SecretKeyNeedProps) {
  const { environment } = useEnvironment();
  const { can } = useRole();
  const create = useApiMutation('POST', '/v1/keys', {
    invalidates: ['/v1/keys', '/v1/changes'],
    onSuccess: ({ data }) => onKey(data.key),
  });
  if (isMade) {
    return (
      <p className={styles.words} role="status">
        The new secret key is in the command above. Copy it now; it won't be shown again. It can read and change
        everything in {environment.slug}, so use it only on servers.
      </p>
    );
  }
  return (
    <>
      <p className={styles.words}>
        The secret key for {environment.slug} was shown once, when it was created.{' '}
        {can('admin') ? "If you don't have it, create another one." : "If you don't have it, ask a project admin."}
      </p>
      {can('admin') && (
        <Button
          variant="default"
          loading={create.isPending}
          onClick={() =>
            create.mutate({
              body: { kind: 'secret', scope: 'environment', environment_id: environment.id, name: 'Server' },
            })
          }
        >
          Create secret key
        </Button>
      )}
      <p role="alert" className={styles.problem}>
        {create.error === null ? undefined : `${asSentence(create.error.message)} No key was created.`}
      </p>
    </>
  );
}
