import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from './dashboard.ts';
import styles from './dashboards.module.css';

interface Facts {
  readonly name: string;
  readonly description: string | null;
}

export interface FactsDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial: Facts;
  readonly onSave: (facts: Facts) => Promise<void>;
  readonly onClose: () => void;
}

/** Name and description, of a new dashboard or of one that is there. */
export function FactsDialog({ title, action, initial, onSave, onClose }: FactsDialogProps) {
  const [name, setName] = useState(initial.name);
  const [description, setDescription] = useState(initial.description ?? '');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await onSave({ name: name.trim(), description: description.trim() === '' ? null : description.trim() });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          label="Name"
          value={name}
          maxLength={MAX_NAME_LENGTH}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Description"
          description="Optional: what it's for and who to ask"
          value={description}
          maxLength={MAX_DESCRIPTION_LENGTH}
          autosize
          minRows={2}
          maxRows={6}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            Couldn't save: {problem} Your input is still here.
          </p>
        )}
        <div className={styles.formActions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''} loading={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
