import { Button, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import textStyles from '../../design/primitives/text.module.css';
import styles from './groups.module.css';
import { readLines, summaryOf } from './read-lines.ts';
import { useAddMembers } from './use-add-members.ts';

const MAX_AT_ONCE = 2_000;
const MAX_SHOWN = 200;

export function AddMembersPanel({ groupId }: { readonly groupId: string }) {
  const [text, setText] = useState('');
  const [by, setBy] = useState<'user_id' | 'email'>('user_id');
  const { results, total, isBusy, add } = useAddMembers(groupId);
  const lines = readLines(text);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await add(lines, by);
    // What could not be added stays in the field, to be fixed.
    const failed = new Set(done.filter(({ outcome }) => outcome === 'failed').map(({ line }) => line));
    setText(lines.filter((line) => failed.has(line)).join('\n'));
  };
  const problems = results.filter(({ outcome }) => outcome !== 'added');
  return (
    <Panel
      title="Add users"
      description={by === 'user_id' ? 'One user id per line' : "One email per line, as in the user's attributes"}
      actions={
        <SegmentedTabs
          label="Add by"
          look="pills"
          tabs={[
            { value: 'user_id', label: 'User id' },
            { value: 'email', label: 'Email' },
          ]}
          value={by}
          onChange={setBy}
        />
      }
    >
      <form onSubmit={submit} className={flowStyles.stack8}>
        <Textarea
          aria-label={by === 'user_id' ? 'User ids, one per line' : 'Emails, one per line'}
          placeholder={by === 'user_id' ? 'user_000123\nuser_000456' : 'ada@example.com'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          classNames={{ input: styles.mono ?? '' }}
          error={lines.length > MAX_AT_ONCE ? `At most ${MAX_AT_ONCE.toLocaleString('en')} at a time.` : undefined}
        />
        <Button
          type="submit"
          variant="default"
          loading={isBusy}
          disabled={lines.length === 0 || lines.length > MAX_AT_ONCE}
          className={styles.submit ?? ''}
        >
          {lines.length <= 1 ? 'Add user' : `Add ${lines.length.toLocaleString('en')} users`}
        </Button>
      </form>
      {total > 0 && (
        <div className={styles.results} role="status">
          <p className={textStyles.plain}>
            {isBusy ? `${results.length} of ${total} sent…` : `${summaryOf(results)}.`}
          </p>
          {problems.length > 0 && (
            <ul className={styles.lines} aria-label="Results">
              {problems.slice(0, MAX_SHOWN).map(({ line, outcome, words }) => (
                <li key={line} data-outcome={outcome}>
                  {outcome === 'failed' ? (
                    <IconAlertTriangle size={14} aria-hidden />
                  ) : (
                    <IconCheck size={14} aria-hidden />
                  )}
                  <bdi className={styles.mono}>{line}</bdi>: {words}
                </li>
              ))}
              {problems.length > MAX_SHOWN && <li>and {problems.length - MAX_SHOWN} more</li>}
            </ul>
          )}
        </div>
      )}
    </Panel>
  );
}
