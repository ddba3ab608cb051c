import type { Wire } from '@lamppost/protocol';
import { Button, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { saveFile } from '../../api/download.ts';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../design/feedback/toasts.tsx';
import { DangerButton } from '../../design/inputs/danger-button.tsx';

export interface PersonActionsProps {
  readonly person: Wire['PersonAnswer']['data'];
  readonly onErasing: (jobId: string) => void;
}

/** Hand over everything, or forget it. Both are about users: anyone who has no user id is erased by device. */
export function PersonActions({ person, onErasing }: PersonActionsProps) {
  const { whyNot } = useRole();
  const { api, environment } = useEnvironment();
  const [isExporting, setIsExporting] = useState(false);
  const [isErasing, setIsErasing] = useState(false);
  const erase = useApiMutation('DELETE', '/v1/users/:userId', {
    onSuccess: ({ data }) => onErasing(data.id),
  });
  const { user_id: userId } = person;
  const reason =
    userId === null ? "This person has no user id. Erase device data on the device's page." : whyNot('admin');
  const download = async () => {
    if (userId === null) return;
    setIsExporting(true);
    try {
      const call = { params: { userId } };
      const response = await api.open('GET', '/v1/users/:userId/export', call, { timeoutMs: Number.POSITIVE_INFINITY });
      saveFile(await response.blob(), `${userId.replaceAll(/[^\w.-]+/g, '_').slice(0, 100)}.json`);
    } catch (error) {
      const message = error instanceof ApiProblem ? error.message : 'The response was cut off. Try again.';
      toasts.error({ title: "Couldn't export", message });
    } finally {
      setIsExporting(false);
    }
  };
  return (
    <>
      <Tooltip label={reason} disabled={reason === undefined}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isExporting}
          {...(reason === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => {
            if (reason === undefined) void download();
          }}
        >
          Export
        </Button>
      </Tooltip>
      {reason === undefined && <DangerButton onClick={() => setIsErasing(true)}>Erase</DangerButton>}
      <ConfirmWithReason
        isOpen={isErasing}
        onClose={() => setIsErasing(false)}
        title={`Erase this user in ${environment.name}?`}
        action="Erase user"
        reason="none"
        typeToConfirm={userId ?? ''}
        onConfirm={async () => {
          await erase.mutateAsync({ params: { userId: userId ?? '' } });
        }}
      >
        Attributes, devices, links, events, crash reports and metrics of this user are permanently deleted. Flag rules
        that contain the id and existing backups are not changed.
      </ConfirmWithReason>
    </>
  );
}
