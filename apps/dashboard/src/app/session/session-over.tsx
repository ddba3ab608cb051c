import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useApiClient } from '../../api/api-context.ts';
import type { ApiProblem } from '../../api/api-problem.ts';
import type { Session } from '../../api/session.ts';
import { signInFailure } from '../../pages/sign-in/sign-in-failure.ts';
import styles from './session-over.module.css';

export interface SessionOverProps {
  /** Who was signed in: what lies below belongs to nobody else. */
  readonly email: string;
  readonly onSignedIn: (session: Session) => void;
}

const failureWords = (problem: ApiProblem): string =>
  problem.status === 401 ? 'Wrong password.' : signInFailure(problem);

/**
 * The way back into a session that has ended, over a page that stays as it was and cannot be seen. The browser's own
 * dialog, because everything else is out of reach then, also dialogs and shortcuts that take the focus.
 */
export function SessionOver({ email, onSignedIn }: SessionOverProps) {
  const api = useApiClient();
  const titleId = useId();
  const [password, setPassword] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    passwordField.current?.focus();
    return () => shown?.close();
  }, []);
  const signIn = useMutation<Session, ApiProblem>({
    mutationFn: async () => (await api.post('/v1/session', { body: { email, password } })).data,
    onSuccess: onSignedIn,
    onError: () => passwordField.current?.select(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') signIn.mutate();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={styles.dialog}
      onCancel={(event) => event.preventDefault()}
      // Browsers close it at a second Escape, whatever was said to the first.
      onClose={() => dialog.current?.showModal()}
    >
      <form onSubmit={submit} className={styles.card}>
        <h1 id={titleId} className={styles.title}>
          Your session has ended
        </h1>
        <p className={styles.words}>Sign in again to continue. Your unsaved changes are still here.</p>
        <p className={styles.who}>
          Signed in as <bdi>{email}</bdi>
        </p>
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <PasswordInput
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          error={signIn.error === null ? undefined : failureWords(signIn.error)}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
        <Button variant="subtle" color="gray" onClick={() => window.location.assign('/sign-in')}>
          Sign in as another user
        </Button>
      </form>
    </dialog>
  );
}
