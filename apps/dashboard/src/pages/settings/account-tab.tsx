import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApiClient } from '../../api/api-context.ts';
import type { ApiProblem } from '../../api/api-problem.ts';
import { type Session, useSession } from '../../api/session.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { Panel } from '../../design/layout/panel.tsx';
import textStyles from '../../design/primitives/text.module.css';
import styles from './account-tab.module.css';

/** What belongs to the one who has signed in, whatever the project. */
export function AccountTab() {
  return (
    <div className={styles.tab}>
      <ProfileForm />
      <PasswordForm />
      <SessionsPanel />
    </div>
  );
}

function ProfileForm() {
  const api = useApiClient();
  const { session, replace } = useSession();
  const [name, setName] = useState(session.member.name ?? '');
  const save = useMutation<Session, ApiProblem>({
    mutationFn: async () =>
      (await api.patch('/v1/session', { body: { name: name.trim() === '' ? null : name.trim() } })).data,
    onSuccess: (next) => {
      replace(next);
      toasts.success({ title: 'Name saved' });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Panel title="Profile">
      <form onSubmit={submit} className={styles.form}>
        <TextInput label="Email" value={session.member.email} readOnly description="Used to sign in" />
        <TextInput
          label="Name"
          description="Shown next to your changes"
          autoComplete="name"
          maxLength={200}
          value={name}
          error={save.error?.fieldErrors.name?.[0] ?? save.error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={save.isPending}>
          Save name
        </Button>
      </form>
    </Panel>
  );
}

function PasswordForm() {
  const api = useApiClient();
  const { session, replace } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation<Session, ApiProblem>({
    mutationFn: async () =>
      (await api.put('/v1/session/password', { body: { current_password: current, new_password: next } })).data,
    onSuccess: (changed) => {
      replace(changed);
      setCurrent('');
      setNext('');
      toasts.success({ title: 'Password changed', message: 'You were signed out on all other devices.' });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  const fields = change.error?.fieldErrors ?? {};
  const isWrong = change.error?.status === 401;
  const isAboutField = isWrong || fields.current_password !== undefined || fields.new_password !== undefined;
  return (
    <Panel title="Password">
      <form onSubmit={submit} className={styles.form}>
        <input type="text" name="username" autoComplete="username" readOnly hidden value={session.member.email} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={current}
          error={isWrong ? 'Wrong password' : fields.current_password?.[0]}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show current password' }}
        />
        <PasswordInput
          label="New password"
          description="At least 8 characters"
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={8}
          maxLength={256}
          value={next}
          error={fields.new_password?.[0]}
          onChange={(event) => setNext(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
        />
        <div role="alert" className={styles.problem}>
          {change.error !== null && !isAboutField
            ? `${asSentence(change.error.message)} Your password has not changed.`
            : undefined}
        </div>
        <Button type="submit" variant="default" loading={change.isPending}>
          Change password
        </Button>
      </form>
    </Panel>
  );
}

function SessionsPanel() {
  const { signOut } = useSession();
  const leave = useMutation<void, ApiProblem>({ mutationFn: () => signOut('everywhere') });
  return (
    <Panel title="Sessions">
      <div className={styles.form}>
        <p className={textStyles.mutedText}>
          Signs you out on all devices, including this one. Use it if you lost a device.
        </p>
        <div role="alert" className={styles.problem}>
          {leave.error === null ? undefined : `${asSentence(leave.error.message)} You are still signed in.`}
        </div>
        <Button color="red" variant="light" loading={leave.isPending} onClick={() => leave.mutate()}>
          Sign out everywhere
        </Button>
      </div>
    </Panel>
  );
}
