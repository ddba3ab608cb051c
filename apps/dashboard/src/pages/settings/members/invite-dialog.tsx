import type { Role } from '@lamppost/protocol';
import { Button, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useEnvironment, useRole } from '../../../api/environment.ts';
import type { AnswerOf as ResultOf } from '../../../api/route-types.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { CopyField } from '../../../design/inputs/copy-field.tsx';
import { RelativeTime } from '../../../design/values/relative-time.tsx';
import styles from '../settings.module.css';
import { rolesToGive, wholeLink } from './role-words.ts';

type Invitation = ResultOf<'POST', '/v1/invitations'>['data'];

export interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const { project } = useEnvironment();
  const [made, setMade] = useState<Invitation>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    // The link is shown once: a click beside the dialog must not take it away.
    <Modal
      opened={isOpen}
      onClose={close}
      title={made === undefined ? `Invite to ${project.name}` : 'Share this link'}
      closeOnClickOutside={made === undefined}
    >
      {made === undefined ? <InviteForm onMade={setMade} onClose={close} /> : <MadeLink made={made} onClose={close} />}
    </Modal>
  );
}

interface InviteFormProps {
  readonly onMade: (invitation: Invitation) => void;
  readonly onClose: () => void;
}

function InviteForm({ onMade, onClose }: InviteFormProps) {
  const { role: own } = useRole();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const invite = useApiMutation('POST', '/v1/invitations', {
    invalidates: ['/v1/invitations', '/v1/changes'],
    onSuccess: ({ data }) => onMade(data),
  });
  const problem = invite.error;
  const aboutEmail = problem?.fieldErrors.email?.[0] ?? (problem?.status === 409 ? problem.message : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate({ body: { email: email.trim(), role } });
  };
  return (
    <form onSubmit={submit} className={styles.form} noValidate>
      <TextInput
        label="Email"
        description="Used to sign in. Lamppost doesn't send email: you get a link to share."
        placeholder="ada@example.com"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        maxLength={255}
        required
        error={aboutEmail}
        data-autofocus
      />
      <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
        <Stack gap="md" mt="sm">
          {rolesToGive(own).map((words) => (
            <Radio key={words.role} value={words.role} label={words.label} description={words.may} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
      <div role="alert" className={styles.problem}>
        {problem !== null && aboutEmail === undefined ? `${problem.message} No invitation was created.` : undefined}
      </div>
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={invite.isPending} disabled={email.trim() === ''}>
          Create link
        </Button>
      </div>
    </form>
  );
}

function MadeLink({ made, onClose }: { readonly made: Invitation; readonly onClose: () => void }) {
  return (
    <div className={styles.form}>
      <CopyField value={wholeLink(made.link, window.location.origin)} label="Copy invitation link" />
      <p className={styles.notice}>
        Copy this link now, it won't be shown again. It works once and expires <RelativeTime at={made.expires_at} />.
        Anyone who opens it joins as {made.role} as <bdi>{made.email}</bdi>, so don't share it with anyone else.
      </p>
      <Button onClick={onClose} data-autofocus>
        I've copied it
      </Button>
    </div>
  );
}
