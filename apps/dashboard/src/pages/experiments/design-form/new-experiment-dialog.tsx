import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import type { ApiProblem } from '../../../api/api-problem.ts';
import { useEnvironment } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import type { Experiment } from '../experiment.ts';
import { bodyOf, type ExperimentDraft, type FormProblems, formProblems, newDraft } from './experiment-draft.ts';
import styles from './experiment-form.module.css';
import { ExperimentForm } from './experiment-form.tsx';

export interface NewExperimentDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (experiment: Experiment) => void;
}

export function NewExperimentDialog({ isOpen, onClose, onCreated }: NewExperimentDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 599px)');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="New experiment"
      size={760}
      fullScreen={isNarrow ?? false}
      // A click beside the form would throw away what was typed.
      closeOnClickOutside={false}
    >
      <NewExperiment onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

function NewExperiment({ onClose, onCreated }: Omit<NewExperimentDialogProps, 'isOpen'>) {
  const { environment } = useEnvironment();
  const [draft, setDraft] = useState<ExperimentDraft>(newDraft);
  const [isKeyTyped, setIsKeyTyped] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const create = useApiMutation('POST', '/v1/experiments', {
    invalidates: ['/v1/experiments', '/v1/changes'],
    onSuccess: ({ data }) => onCreated(data),
  });
  const found = formProblems(draft);
  const problems = { ...(hasTried ? found : {}), ...serverProblems(create.error) };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setHasTried(true);
    if (Object.keys(found).length > 0) {
      const form = event.currentTarget;
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    create.mutate({ body: { key: draft.key, environment_id: environment.id, ...bodyOf(draft) } });
  };
  return (
    <form onSubmit={submit} noValidate>
      <ExperimentForm
        draft={draft}
        onChange={(part) => {
          create.reset();
          setDraft((before) => ({ ...before, ...part }));
        }}
        problems={problems}
        environment={environment.slug}
        isKeyTyped={isKeyTyped}
        onKeyTyped={() => setIsKeyTyped(true)}
      />
      <div className={styles.actions}>
        {(problems.form !== undefined || (hasTried && Object.keys(found).length > 0)) && (
          <p className={styles.failure} role="alert">
            {problems.form ?? 'Fix the fields marked above'}
          </p>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create draft
        </Button>
      </div>
    </form>
  );
}

/** What the server says, at the field it says it of; the rest below the form. */
export function serverProblems(problem: ApiProblem | null): FormProblems {
  if (problem === null) return {};
  if (problem.reason === 'EXPERIMENT_KEY_EXISTS') return { key: 'An experiment with this key already exists' };
  const entries = Object.entries(problem.fieldErrors).flatMap(([path, [first]]) => (first ? [[path, first]] : []));
  return entries.length === 0 ? { form: problem.message } : Object.fromEntries(entries);
}
