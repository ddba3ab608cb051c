import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useApiClient } from '../../api/api-context.ts';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useEnterSession } from '../../api/enter-session.ts';
import type { Session } from '../../api/session.ts';
import { DoorPage } from '../../design/layout/door-page.tsx';
import { signInFailure } from './sign-in-failure.ts';

export function SignInPage() {
  const api = useApiClient();
  const enter = useEnterSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const passwordField = useRef<HTMLInputElement>(null);
  const signIn = useMutation<Session, ApiProblem>({
    mutationFn: async () => (await api.post('/v1/session', { body: { email: email.trim(), password } })).data,
    onSuccess: enter,
    onError: () => passwordField.current?.select(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (email.trim() !== '' && password !== '') signIn.mutate();
  };
  return (
    <DoorPage title="Sign in" problem={signIn.error === null ? undefined : signInFailure(signIn.error)}>
      <form onSubmit={submit}>
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
    </DoorPage>
  );
}
