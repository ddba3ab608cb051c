import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { EmptyState } from '../../design/layout/empty-state.tsx';

export interface BrokenInsightProps {
  readonly because: string;
  readonly onStartAnew: () => void;
}

export function BrokenInsight({ because, onStartAnew }: BrokenInsightProps) {
  return (
    <EmptyState
      icon={<IconLinkOff size={28} stroke={1.4} />}
      title="The question in this address cannot be read."
      action={
        <Button variant="default" onClick={onStartAnew}>
          Start anew
        </Button>
      }
    >
      <p>
        The address was cut or changed on its way: <bdi>{because}</bdi>.
      </p>
      <p>Nothing was asked. Copy the address again from where it works, or start anew.</p>
    </EmptyState>
  );
}
