import { type ReactNode, useEffect } from 'react';
import { ensureHintLayer } from './hint-layer.ts';

export interface HintProps {
  /** Shown on hover, on focus and on tap. */
  readonly text: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/**
 * A tooltip that costs one attribute: all of them share one layer, so that a table may have thousands.
 * For controls take Mantine's Tooltip, which also names its target.
 */
export function Hint({ text, children, className }: HintProps) {
  useEffect(ensureHintLayer, []);
  return (
    <span data-hint={text} className={className}>
      {children}
    </span>
  );
}
