import { Button, FileButton, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { formatCount } from '../../design/format/format-count.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import textStyles from '../../design/primitives/text.module.css';
import styles from './cohorts.module.css';

const MAX_TYPED = 10_000;

/** Adds user ids to a list: typed, or from a file. */
export function ImportPanel({ cohortId }: { readonly cohortId: string }) {
  const [text, setText] = useState('');
  const add = useApiMutation('POST', '/v1/cohorts/:id/members', { invalidates: ['/v1/cohorts'] });
  const ids = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
  const params = { id: cohortId };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ params, body: { user_ids: ids } }, { onSuccess: () => setText('') });
  };
  const importFile = (file: File | null) => {
    // As CSV whatever the browser calls it. A body of the route is JSON as far as the types know.
    if (file !== null) add.mutate({ params, body: new Blob([file], { type: 'text/csv' }) as never });
  };
  const problem = add.error === null ? undefined : (Object.values(add.error.fieldErrors)[0]?.[0] ?? add.error.message);
  return (
    <Panel
      title="Add users"
      description="User ids, one per line, or a CSV file with a column user_id"
      actions={
        <FileButton
          onChange={importFile}
          accept=".csv,.txt,text/csv,text/plain"
          inputProps={{ 'aria-label': 'CSV file' }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} aria-hidden />}>
              Import CSV
            </Button>
          )}
        </FileButton>
      }
    >
      <form onSubmit={submit} className={flowStyles.stack8}>
        <Textarea
          aria-label="User ids, one per line"
          placeholder={'user_000123\nuser_000456'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          classNames={{ input: styles.mono ?? '' }}
          error={ids.length > MAX_TYPED ? 'At most 10,000 at a time. Import a file instead.' : undefined}
        />
        <Button
          type="submit"
          variant="default"
          className={styles.submit ?? ''}
          loading={add.isPending}
          disabled={ids.length === 0 || ids.length > MAX_TYPED}
        >
          {ids.length <= 1 ? 'Add user' : `Add ${ids.length.toLocaleString('en')} users`}
        </Button>
      </form>
      {problem !== undefined && (
        <p role="alert" className={styles.failure}>
          No users were added. {problem}
        </p>
      )}
      {add.data !== undefined && (
        <p role="status" className={textStyles.mutedText}>
          {formatCount(add.data.data.added, 'user')} added, {formatCount(add.data.data.size, 'user')} in the list.
        </p>
      )}
    </Panel>
  );
}
