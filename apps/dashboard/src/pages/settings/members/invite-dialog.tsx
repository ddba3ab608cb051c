import type { Role } from '@lamppost/protocol';
import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment, useRole } from '../../../api/environment.ts';
import type { AnswerOf as ResultOf } from '../../../api/route-types.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { CopyField } from '../../../design/inputs/copy-field.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import styles from '../settings.module.css';
import { rolesToGive, wholeLink } from './role-words.ts';

type Invitation = ResultOf<'POST', '/v1/invitations'>['data'];

const initial: { readonly email: string; readonly role: Role } = { email: '', role: 'editor' };

export interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const { project } = useEnvironment();
  const { role: own } = useRole();
  const [made, setMade] = useState<Invitation>();
  const invite = useApiMutation('POST', '/v1/invitations', {
    invalidates: ['/v1/invitations', '/v1/changes'],
    onSuccess: ({ data }) => setMade(data),
  });
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={made === undefined ? `Invite to ${project.name}` : 'Share this link'}
      action="Create link"
      initial={initial}
      canSubmit={({ email }) => email.trim() !== ''}
      onSubmit={({ email, role }) => invite.mutateAsync({ body: { email: email.trim(), role } })}
      placeError={({ status, message }) => (status === 409 ? { email: message } : undefined)}
      failureText={(message) => `${message} No invitation was created.`}
      result={made && <MadeLink made={made} onClose={close} />}
    >
      {(form) => (
        <>
          <TextInput
            label="Email"
            description="Used to sign in. Lamppost doesn't send email: you get a link to share."
            placeholder="ada@example.com"
            type="email"
            maxLength={255}
            required
            data-autofocus
            {...form.getInputProps('email')}
          />
          <Radio.Group label="Role" {...form.getInputProps('role')}>
            <Stack gap="md" mt="sm">
              {rolesToGive(own).map((words) => (
                <Radio key={words.role} value={words.role} label={words.label} description={words.may} size="xs" />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </FormDialog>
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
