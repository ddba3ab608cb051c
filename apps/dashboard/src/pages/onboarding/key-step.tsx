import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import styles from './onboarding.module.css';
import { readableKey } from './onboarding-key.ts';
import { Step } from './step.tsx';

export interface KeyStepProps {
  readonly onKey: (key: string) => void;
  readonly isDone: boolean;
}

export function KeyStep({ onKey, isDone }: KeyStepProps) {
  const { environment } = useEnvironment();
  return (
    <Step number={1} title={`Publishable key for ${environment.slug}`} isDone={isDone}>
      <KeyContent onKey={onKey} />
    </Step>
  );
}

function KeyContent({ onKey }: Pick<KeyStepProps, 'onKey'>) {
  const { environment } = useEnvironment();
  const { can } = useRole();
  const keys = useApi('/v1/keys', { query: { limit: 100 } });
  const key = readableKey(keys.data ?? [], environment.id);
  useEffect(() => {
    if (key !== undefined) onKey(key);
  }, [key, onKey]);
  const failure = failureOf(keys, "Couldn't load keys");
  if (failure !== undefined) return <ErrorState {...failure} />;
  if (keys.isPending) return <LoadingBlock height={56} shape="lines" />;
  if (key !== undefined) {
    return (
      <>
        <CopyField value={key} label="Copy publishable key" />
        <p className={styles.words}>
          Safe to use in apps: it can only send data and read flags. More keys in{' '}
          <PageLink page="/settings" search={{ tab: 'keys' }}>
            Settings › Keys
          </PageLink>
          .
        </p>
      </>
    );
  }
  return can('admin') ? (
    <MakeKey />
  ) : (
    <p className={styles.words}>{environment.slug} has no publishable key. Ask a project admin to create one.</p>
  );
}

function MakeKey() {
  const { environment } = useEnvironment();
  const create = useApiMutation('POST', '/v1/keys', { invalidates: ['/v1/keys', '/v1/changes'] });
  return (
    <>
      <p className={styles.words}>{environment.slug} has no publishable key.</p>
      <Button
        loading={create.isPending}
        onClick={() => create.mutate({ body: { kind: 'publishable', environment_id: environment.id, name: 'App' } })}
      >
        Create publishable key
      </Button>
      <p role="alert" className={styles.problem}>
        {create.error === null ? undefined : `${asSentence(create.error.message)} No key was created.`}
      </p>
    </>
  );
}
