import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { EmptyState } from '../../design/feedback/empty-state.tsx';

export interface BrokenInsightProps {
  readonly because: string;
  readonly onStartAnew: () => void;
}

export function BrokenInsight({ because, onStartAnew }: BrokenInsightProps) {
  return (
    <EmptyState
      icon={<IconLinkOff size={28} stroke={1.4} />}
      title="This link can't be opened"
      action={
        <Button variant="default" onClick={onStartAnew}>
          Start over
        </Button>
      }
    >
      <p>
        The query in this link can't be read: <bdi>{because}</bdi>.
      </p>
      <p>Copy the link again, or start over.</p>
    </EmptyState>
  );
}
