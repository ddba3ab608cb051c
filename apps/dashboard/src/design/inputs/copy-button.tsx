import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for the tooltip: "Copy key". */
  readonly label?: string | undefined;
}

type State = 'idle' | 'copied' | 'failed';

export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [state, setState] = useState<State>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 1500);
    return () => clearTimeout(timer);
  }, [state]);
  const says = { idle: label, copied: 'Copied', failed: "Couldn't copy. Select the text and copy it manually." }[state];
  return (
    <Tooltip label={says} withArrow={false}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={says}
        onClick={(event) => {
          event.stopPropagation();
          copyText(text).then(
            () => setState('copied'),
            () => setState('failed'),
          );
        }}
      >
        {state === 'copied' ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </Tooltip>
  );
}
