import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { EmptyState } from '../design/feedback/empty-state.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import { usePageTitle } from '../navigation/page-title.ts';

export function NotFoundPage() {
  usePageTitle('Not found');
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        icon={<IconMapOff size={28} stroke={1.4} />}
        title="Page not found"
        action={
          <Button component="a" href="/" variant="default">
            Go to overview
          </Button>
        }
      >
        It may have been deleted or renamed, or it belongs to another project or environment.
      </EmptyState>
    </>
  );
}
