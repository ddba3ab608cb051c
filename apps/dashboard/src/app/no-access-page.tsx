import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '../design/layout/empty-state.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import { usePageTitle } from '../navigation/page-title.ts';

export interface NoAccessPageProps {
  /** What the server said. */
  readonly message?: string | undefined;
}

export function NoAccessPage({ message }: NoAccessPageProps) {
  usePageTitle('No access');
  return (
    <>
      <PageHeader title="No access" />
      <EmptyState
        icon={<IconLock size={28} stroke={1.4} />}
        title="Your role does not include this."
        action={
          <Button component="a" href="/" variant="default">
            Go to the overview
          </Button>
        }
      >
        {message ?? 'An admin of the project can give you another role, under Settings, Members.'}
      </EmptyState>
    </>
  );
}
