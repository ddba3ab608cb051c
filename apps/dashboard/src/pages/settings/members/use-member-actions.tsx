import type { Role } from '@lamppost/protocol';
import { type ReactNode, useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import { useSession } from '../../../api/session.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import styles from '../settings.module.css';
import { type MemberActions, nameOf } from './member-columns.tsx';
import type { MemberRow } from './role-words.ts';

const invalidates = ['/v1/members', '/v1/invitations', '/v1/changes'];

interface Asked {
  readonly member: MemberRow;
  /** Undefined: to be removed. */
  readonly role: Role | undefined;
}

/** Gives roles and removes members. Removing, and making oneself less, is asked about first. */
export function useMemberActions(ownId: string): MemberActions & { readonly dialog: ReactNode } {
  const { project } = useEnvironment();
  const { refresh } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const changeRole = useApiMutation('PATCH', '/v1/members/:id', { invalidates });
  const remove = useApiMutation('DELETE', '/v1/members/:id', { invalidates });
  const give = async (member: MemberRow, role: Role): Promise<void> => {
    await changeRole.mutateAsync({ params: { id: member.id }, body: { role } });
    if (member.id === ownId) await refresh();
    toasts.success({ title: `${nameOf(member)} is now ${role}`, message: 'Applies from their next request.' });
  };
  const confirm = async (): Promise<void> => {
    if (asked === undefined) return;
    const { member, role } = asked;
    if (role !== undefined) return give(member, role);
    await remove.mutateAsync({ params: { id: member.id } });
    toasts.success({ title: `${nameOf(member)} removed` });
  };
  const isOwn = asked?.role !== undefined;
  const dialog = (
    <ConfirmWithReason
      isOpen={asked !== undefined}
      onClose={() => setAsked(undefined)}
      onConfirm={confirm}
      reason="none"
      title={isOwn ? `Change your role to ${asked.role}?` : `Remove a member from ${project.name}?`}
      action={isOwn ? 'Change my role' : 'Remove member'}
    >
      {asked !== undefined && (
        <p className={styles.words}>
          {isOwn ? (
            'You may not be able to undo this. Another member may have to restore your role.'
          ) : (
            <>
              <bdi>{nameOf(asked.member)}</bdi> loses access to the project. Their pending invitations are withdrawn.
              Their account and changes are kept.
            </>
          )}
        </p>
      )}
    </ConfirmWithReason>
  );
  return {
    dialog,
    busyId: changeRole.isPending ? changeRole.variables.params.id : undefined,
    onRole: (member, role) => {
      if (member.id === ownId) return setAsked({ member, role });
      give(member, role).catch((error: Error) =>
        toasts.error({ title: `${nameOf(member)} keeps the role ${member.role}`, message: error.message }),
      );
    },
    onRemove: (member) => setAsked({ member, role: undefined }),
  };
}
