import type { Wire } from '@lamppost/protocol';
import { Button, Group } from '@mantine/core';
import { useRole } from '../../../api/environment.ts';
import { useSession } from '../../../api/session.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { requestTitle } from './request-words.ts';

type ChangeRequest = Wire['ChangeRequestRow'];

const changed = ['/v1/change-requests', '/v1/flags', '/v1/experiments', '/v1/ruleset', '/v1/changes'];

/** Approve and reject for others, withdraw for the author. */
export function RequestActions({ request }: { readonly request: ChangeRequest }) {
  const { session } = useSession();
  const { can, whyNot } = useRole();
  const isAuthor = request.author.kind === 'member' && request.author.id === session.member.id;
  const options = (verb: string) => ({
    invalidates: changed,
    onSuccess: () => toasts.success({ title: `Change request for ${request.entity_key} ${verb}` }),
  });
  const approve = useApiMutation('POST', '/v1/change-requests/:id/approve', options('approved'));
  const reject = useApiMutation('POST', '/v1/change-requests/:id/reject', options('rejected'));
  const withdraw = useApiMutation('POST', '/v1/change-requests/:id/withdraw', options('withdrawn'));
  const call = { params: { id: request.id } };
  const onError = ({ message }: Error) => toasts.error({ title: "Couldn't update the change request", message });
  const name = `${request.entity_key}, ${requestTitle(request).toLowerCase()}`;
  if (isAuthor) {
    return (
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Withdraw: ${name}`}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate(call, { onError })}
      >
        Withdraw
      </Button>
    );
  }
  return (
    <Group gap={8} wrap="nowrap">
      <Button
        size="compact-xs"
        aria-label={`Approve: ${name}`}
        title={whyNot('editor')}
        disabled={!can('editor') || request.is_outdated}
        loading={approve.isPending}
        onClick={() => approve.mutate(call, { onError })}
      >
        Approve
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Reject: ${name}`}
        title={whyNot('editor')}
        disabled={!can('editor')}
        loading={reject.isPending}
        onClick={() => reject.mutate(call, { onError })}
      >
        Reject
      </Button>
    </Group>
  );
}
