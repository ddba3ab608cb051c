import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import { useInvalidate } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { keyFromName } from '../../design/format/key-from-name.ts';
import styles from './people-panel.module.css';
import type { PeopleAsk } from './use-people-behind.ts';

export interface SaveCohortProps {
  readonly ask: PeopleAsk;
  readonly suggestion: string;
  readonly onClose: () => void;
}

const MAX_NAME_LENGTH = 120;

/** A cohort of the people behind the number; it is computed from the query. */
export function SaveCohort({ ask, suggestion, onClose }: SaveCohortProps) {
  const { api } = useEnvironment();
  const invalidate = useInvalidate();
  const [name, setName] = useState(suggestion.slice(0, MAX_NAME_LENGTH));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const key = keyFromName(name);
  const save = async () => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { query, at } = ask;
      const body = {
        environment_id: api.scope?.environmentId,
        key,
        name: name.trim(),
        kind: 'query' as const,
        definition: { query, at },
      };
      await api.post('/v1/cohorts', { body });
      await invalidate('/v1/cohorts');
      toasts.success({ title: `Cohort “${name.trim()}” saved` });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(Object.values(error.fieldErrors).flat()[0] ?? error.message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      className={styles.save}
      onSubmit={(event) => {
        event.preventDefault();
        if (key !== '' && !isBusy) void save();
      }}
    >
      <TextInput
        size="xs"
        label="Cohort name"
        description={key === '' ? undefined : `Key: ${key}`}
        value={name}
        error={problem}
        maxLength={MAX_NAME_LENGTH}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button size="xs" type="submit" disabled={key === ''} loading={isBusy}>
          Save cohort
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
