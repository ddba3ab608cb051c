import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { slugFromName } from '../../design/format/slug-from-name.ts';
import { useNavigateTo } from '../../design/layout/app-link.tsx';
import { toasts } from '../../design/layout/toasts.tsx';
import { pageHref } from '../../navigation/page-path.ts';
import styles from './operator.module.css';
import { PlanSelect } from './plan-select.tsx';

export interface NewProjectDialogProps {
  readonly isOpen: boolean;
  readonly plans: readonly string[];
  readonly onClose: () => void;
}

/** Makes a project and goes on to how to send its first event. */
export function NewProjectDialog({ isOpen, plans, onClose }: NewProjectDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New project">
      <NewProjectForm plans={plans} onClose={onClose} />
    </Modal>
  );
}

const MAX_SLUG_LENGTH = 63;

function NewProjectForm({ plans, onClose }: Omit<NewProjectDialogProps, 'isOpen'>) {
  const { refresh } = useSession();
  const navigate = useNavigateTo();
  const [name, setName] = useState('');
  const [typedSlug, setTypedSlug] = useState<string>();
  const [plan, setPlan] = useState<string>();
  const slug = typedSlug ?? slugFromName(name, MAX_SLUG_LENGTH);
  const create = useApiMutation('POST', '/v1/projects', { invalidates: ['/v1/projects'] });
  const errors = create.error?.fieldErrors ?? {};
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const chosen = plan ?? plans[0];
    const body = { name: name.trim(), slug, ...(chosen === undefined ? {} : { plan: chosen }) };
    const made = await create.mutateAsync({ body }).catch(() => undefined);
    if (made === undefined) return;
    // The list of own projects has to hold the new one before its address is opened.
    await refresh();
    toasts.success({ title: `${made.data.name} created`, message: 'You are its owner.' });
    navigate(pageHref({ project: made.data.slug, environment: 'production' }, '/onboarding', {}, {}));
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form}>
      <TextInput
        label="Name"
        placeholder="My app"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={200}
        required
        error={errors.name?.[0]}
        data-autofocus
      />
      <TextInput
        label="Slug"
        description="Used in URLs. Can't be changed later."
        placeholder="my-app"
        value={slug}
        onChange={(event) => setTypedSlug(event.currentTarget.value)}
        maxLength={MAX_SLUG_LENGTH}
        spellCheck={false}
        required
        error={errors.slug?.[0] ?? (create.error?.status === 409 ? create.error.message : undefined)}
      />
      <PlanSelect plans={plans} value={plan ?? plans[0] ?? 'free'} onChange={setPlan} error={errors.plan?.[0]} />
      <div role="alert" className={styles.problem}>
        {create.error !== null && create.error.status !== 409 && Object.keys(errors).length === 0
          ? `${create.error.message} No project was created.`
          : undefined}
      </div>
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending} disabled={name.trim() === '' || slug.length < 2}>
          Create project
        </Button>
      </div>
    </form>
  );
}
