import { useMediaQuery } from '@mantine/hooks';
import { ApiProblem } from '../../../api/api-problem.ts';
import { useEnvironment } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import type { Experiment } from '../experiment.ts';
import { bodyOf, type ExperimentDraft, type FormProblems, formProblems, newDraft } from './experiment-draft.ts';
import { ExperimentForm } from './experiment-form.tsx';

const initial: { readonly draft: ExperimentDraft; readonly isKeyTyped: boolean } = {
  draft: newDraft,
  isKeyTyped: false,
};

export interface NewExperimentDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (experiment: Experiment) => void;
}

export function NewExperimentDialog({ isOpen, onClose, onCreated }: NewExperimentDialogProps) {
  const { environment } = useEnvironment();
  const isNarrow = useMediaQuery('(max-width: 599px)');
  const create = useApiMutation('POST', '/v1/experiments', {
    invalidates: ['/v1/experiments', '/v1/changes'],
    onSuccess: ({ data }) => onCreated(data),
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="New experiment"
      size={760}
      isFullScreen={isNarrow ?? false}
      isGuarded
      action="Create draft"
      initial={initial}
      validate={({ draft }) => {
        const found = formProblems(draft);
        return Object.keys(found).length === 0 ? {} : { ...found, form: 'Fix the fields marked above' };
      }}
      onSubmit={({ draft }) =>
        create.mutateAsync({ body: { key: draft.key, environment_id: environment.id, ...bodyOf(draft) } })
      }
      placeError={(problem) => (problem instanceof ApiProblem ? serverProblems(problem) : undefined)}
    >
      {({ values, setValues, errors }) => (
        <ExperimentForm
          draft={values.draft}
          onChange={(part) => setValues((before) => ({ draft: { ...(before.draft ?? values.draft), ...part } }))}
          problems={errors as FormProblems}
          environment={environment.slug}
          isKeyTyped={values.isKeyTyped}
          onKeyTyped={() => setValues({ isKeyTyped: true })}
        />
      )}
    </FormDialog>
  );
}

/** What the server says, at the field it says it of; the rest below the form. */
export function serverProblems(problem: ApiProblem | null): FormProblems {
  if (problem === null) return {};
  if (problem.reason === 'EXPERIMENT_KEY_EXISTS') return { key: 'An experiment with this key already exists' };
  const entries = Object.entries(problem.fieldErrors).flatMap(([path, [first]]) => (first ? [[path, first]] : []));
  return entries.length === 0 ? { form: problem.message } : Object.fromEntries(entries);
}
