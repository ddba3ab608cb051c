import { Button } from '@mantine/core';

export interface MoreButtonProps {
  readonly list: { readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown };
  readonly children?: string | undefined;
}

/** Brings the next page of a list, where that does not happen by itself. */
export function MoreButton({ list, children = 'Show more' }: MoreButtonProps) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
