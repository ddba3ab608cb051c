import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/layout/toasts.tsx';
import styles from './operator.module.css';
import { PlanSelect } from './plan-select.tsx';
import type { ProjectRow } from './project-row.ts';

export interface EditProjectDialogProps {
  readonly project: ProjectRow | undefined;
  readonly plans: readonly string[];
  readonly onClose: () => void;
}

export function EditProjectDialog({ project, plans, onClose }: EditProjectDialogProps) {
  return (
    <Modal opened={project !== undefined} onClose={onClose} title={`Edit ${project?.slug ?? 'project'}`}>
      {project !== undefined && <EditForm project={project} plans={plans} onClose={onClose} />}
    </Modal>
  );
}

type EditFormProps = Pick<EditProjectDialogProps, 'plans' | 'onClose'> & { readonly project: ProjectRow };

function EditForm({ project, plans, onClose }: EditFormProps) {
  const { refresh } = useSession();
  const [name, setName] = useState(project.name);
  const [plan, setPlan] = useState(project.plan);
  const save = useApiMutation('PATCH', '/v1/projects/:id', {
    invalidates: ['/v1/projects'],
    onSuccess: () => {
      void refresh();
      toasts.success({ title: 'Project saved', message: 'Plan changes apply immediately.' });
      onClose();
    },
  });
  const errors = save.error?.fieldErrors ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ params: { id: project.id }, body: { name: name.trim(), plan } });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={200}
        required
        error={errors.name?.[0]}
        data-autofocus
      />
      <PlanSelect plans={plans} value={plan} onChange={setPlan} error={errors.plan?.[0]} />
      <div role="alert" className={styles.problem}>
        {save.error !== null && Object.keys(errors).length === 0
          ? `${save.error.message} No changes were made.`
          : undefined}
      </div>
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
          Save project
        </Button>
      </div>
    </form>
  );
}
