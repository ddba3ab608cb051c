import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { asSentence } from '../../design/format/as-sentence.ts';
import { MAX_VIEW_NAME_LENGTH, type SavedView } from './saved-view.ts';
import styles from './saved-views.module.css';

export interface SaveViewDialogProps {
  readonly page: string;
  readonly search: string;
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

const invalidates = ['/v1/me/views'];

/** A name that is taken is that of a view which is to show something else from now on. */
export function SaveViewDialog({ page, search, views, onClose }: SaveViewDialogProps) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const known = views.find((view) => view.name === name);
  const save = useApiMutation('POST', '/v1/me/views', { invalidates });
  const change = useApiMutation('PATCH', '/v1/me/views/:id', { invalidates });
  const problem = save.error ?? change.error;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name === '') return;
    try {
      if (known === undefined) await save.mutateAsync({ body: { page, name, search } });
      else await change.mutateAsync({ params: { id: known.id }, body: { search } });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
    }
  };
  return (
    <Modal opened onClose={onClose} title="Save view">
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Name"
          description="Only you see your views."
          value={typed}
          maxLength={MAX_VIEW_NAME_LENGTH}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div role="alert" className={styles.problem}>
          {problem === null ? undefined : `${asSentence(problem.message)} The view was not saved.`}
        </div>
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name === ''} loading={save.isPending || change.isPending}>
            {known === undefined ? 'Save view' : 'Replace view'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
