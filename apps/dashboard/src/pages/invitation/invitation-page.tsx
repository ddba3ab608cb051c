import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useApiClient } from '../../api/api-context.ts';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useEnterSession } from '../../api/enter-session.ts';
import type { AnswerOf as ResultOf } from '../../api/route-types.ts';
import type { Session } from '../../api/session.ts';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { DoorPage } from '../../design/layout/door-page.tsx';
import { acceptFailure, readFailure, tokenOf } from './invitation-words.ts';

type Invitation = ResultOf<'POST', '/v1/invitations/read'>['data'];

/** Where the link of an invitation leads: choose a password, or prove to have the account. */
export function InvitationPage() {
  const api = useApiClient();
  const [token] = useState(() => tokenOf(window.location));
  const { mutate, data, error } = useMutation<Invitation, ApiProblem>({
    mutationFn: async () => (await api.post('/v1/invitations/read', { body: { token } })).data,
  });
  useEffect(() => {
    if (token !== '') mutate();
  }, [token, mutate]);
  if (token === '' || error !== null) {
    return (
      <DoorPage title="Invitation" problem={readFailure(error)}>
        <Button component="a" href="/" variant="default" fullWidth>
          Go to sign-in
        </Button>
      </DoorPage>
    );
  }
  if (data === undefined) {
    return (
      <DoorPage title="Invitation">
        <LoadingBlock height={180} />
      </DoorPage>
    );
  }
  return <AcceptForm invitation={data} token={token} />;
}

function AcceptForm({ invitation, token }: { readonly invitation: Invitation; readonly token: string }) {
  const api = useApiClient();
  const enter = useEnterSession();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useMutation<Session, ApiProblem>({
    mutationFn: async () => {
      const body = { token, password, ...(name.trim() === '' ? {} : { name: name.trim() }) };
      return (await api.post('/v1/invitations/accept', { body })).data;
    },
    onSuccess: enter,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    accept.mutate();
  };
  const fields = accept.error?.fieldErrors ?? {};
  return (
    <DoorPage
      title={`Join ${invitation.project.name}`}
      description={`${invitation.email} was invited as ${invitation.role} by ${invitation.invited_by}.`}
      problem={accept.error === null ? undefined : acceptFailure(accept.error)}
    >
      <form onSubmit={submit}>
        <input type="text" name="username" autoComplete="username" readOnly hidden value={invitation.email} />
        {!invitation.has_account && (
          <TextInput
            label="Your name"
            description="Optional. Shown next to your changes."
            autoComplete="name"
            maxLength={200}
            value={name}
            error={fields.name?.[0]}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label={invitation.has_account ? 'Your password' : 'Create a password'}
          description={invitation.has_account ? undefined : 'At least 8 characters'}
          autoComplete={invitation.has_account ? 'current-password' : 'new-password'}
          required
          withAsterisk={false}
          minLength={invitation.has_account ? 1 : 8}
          value={password}
          error={fields.password?.[0]}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <Button type="submit" fullWidth loading={accept.isPending}>
          Join {invitation.project.name}
        </Button>
      </form>
    </DoorPage>
  );
}
