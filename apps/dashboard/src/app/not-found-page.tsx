import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { EmptyState } from '../design/layout/empty-state.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import { usePageTitle } from '../navigation/page-title.ts';

export function NotFoundPage() {
  usePageTitle('Not found');
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        icon={<IconMapOff size={28} stroke={1.4} />}
        title="There is nothing at this address."
        action={
          <Button component="a" href="/" variant="default">
            Go to the overview
          </Button>
        }
      >
        It may have been removed or renamed, or it is in another project or environment.
      </EmptyState>
    </>
  );
}
