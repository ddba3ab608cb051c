import { TextInput } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { toasts } from '../../design/feedback/toasts.tsx';
import { slugFromName } from '../../design/format/slug-from-name.ts';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { pageHref } from '../../navigation/page-path.ts';
import { PlanSelect } from './plan-select.tsx';

export interface NewProjectDialogProps {
  readonly isOpen: boolean;
  readonly plans: readonly string[];
  readonly onClose: () => void;
}

interface NewProject {
  readonly name: string;
  /** Follows the name until one is typed. */
  readonly slug: string | undefined;
  readonly plan: string | undefined;
}

const MAX_SLUG_LENGTH = 63;
const initial: NewProject = { name: '', slug: undefined, plan: undefined };
const slugOf = ({ name, slug }: NewProject): string => slug ?? slugFromName(name, MAX_SLUG_LENGTH);

/** Makes a project and goes on to how to send its first event. */
export function NewProjectDialog({ isOpen, plans, onClose }: NewProjectDialogProps) {
  const { refresh } = useSession();
  const navigate = useNavigateTo();
  const create = useApiMutation('POST', '/v1/projects', { invalidates: ['/v1/projects'] });
  const submit = async (values: NewProject): Promise<void> => {
    const plan = values.plan ?? plans[0];
    const body = { name: values.name.trim(), slug: slugOf(values), ...(plan === undefined ? {} : { plan }) };
    const { data } = await create.mutateAsync({ body });
    // The list of own projects has to hold the new one before its address is opened.
    await refresh();
    toasts.success({ title: `${data.name} created`, message: 'You are its owner.' });
    navigate(pageHref({ project: data.slug, environment: 'production' }, '/onboarding', {}, {}));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="New project"
      action="Create project"
      initial={initial}
      canSubmit={(values) => values.name.trim() !== '' && slugOf(values).length >= 2}
      onSubmit={submit}
      placeError={({ status, message }) => (status === 409 ? { slug: message } : undefined)}
      failureText={(message) => `${message} No project was created.`}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            placeholder="My app"
            maxLength={200}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Slug"
            description="Used in URLs. Can't be changed later."
            placeholder="my-app"
            maxLength={MAX_SLUG_LENGTH}
            spellCheck={false}
            required
            {...form.getInputProps('slug')}
            value={slugOf(form.values)}
          />
          <PlanSelect plans={plans} {...form.getInputProps('plan')} value={form.values.plan ?? plans[0] ?? 'free'} />
        </>
      )}
    </FormDialog>
  );
}
