import { TextInput } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { toasts } from '../../design/feedback/toasts.tsx';
import { PlanSelect } from './plan-select.tsx';
import type { ProjectRow } from './project-row.ts';

export interface EditProjectDialogProps {
  readonly project: ProjectRow | undefined;
  readonly plans: readonly string[];
  readonly onClose: () => void;
}

export function EditProjectDialog({ project, plans, onClose }: EditProjectDialogProps) {
  const { refresh } = useSession();
  const save = useApiMutation('PATCH', '/v1/projects/:id', {
    invalidates: ['/v1/projects'],
    onSuccess: () => {
      void refresh();
      toasts.success({ title: 'Project saved', message: 'Plan changes apply immediately.' });
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen={project !== undefined}
      onClose={onClose}
      title={`Edit ${project?.slug ?? 'project'}`}
      action="Save project"
      initial={{ name: project?.name ?? '', plan: project?.plan ?? 'free' }}
      canSubmit={({ name }) => name.trim() !== ''}
      onSubmit={({ name, plan }) =>
        project && save.mutateAsync({ params: { id: project.id }, body: { name: name.trim(), plan } })
      }
      failureText={(message) => `${message} No changes were made.`}
    >
      {(form) => (
        <>
          <TextInput label="Name" maxLength={200} required data-autofocus {...form.getInputProps('name')} />
          <PlanSelect plans={plans} {...form.getInputProps('plan')} value={form.values.plan} />
        </>
      )}
    </FormDialog>
  );
}
