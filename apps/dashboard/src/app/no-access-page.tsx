import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '../design/feedback/empty-state.tsx';
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
        title="You don't have access to this page"
        action={
          <Button component="a" href="/" variant="default">
            Go to overview
          </Button>
        }
      >
        {message ?? 'A project admin can change your role in Settings › Members.'}
      </EmptyState>
    </>
  );
}
