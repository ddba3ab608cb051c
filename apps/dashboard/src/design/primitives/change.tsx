import { IconArrowDownRight, IconArrowUpRight, IconEqual, IconMinus } from '@tabler/icons-react';
import { type ChangeIn, type ChangeWords, describeChange } from '../format/describe-change.ts';
import { Hint } from './hint.tsx';
import styles from './values.module.css';

export interface ChangeProps {
  readonly now: number | null | undefined;
  readonly before: number | null | undefined;
  /** Which way is good; without it the change is only told, not judged. */
  readonly good?: 'up' | 'down' | undefined;
  readonly format?: ((value: number) => string) | undefined;
  /** Said on hover: "the 7 days before". */
  readonly against?: string | undefined;
  readonly changeIn?: ChangeIn | undefined;
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual, unknown: IconMinus };

/** Arrow, word and, when one way is better, a colour. */
export function Change({ now, before, good, format, against, changeIn }: ChangeProps) {
  const words = describeChange(now, before, format, changeIn);
  const Arrow = arrows[words.direction];
  return (
    <Hint
      text={against === undefined ? words.sentence : `${words.sentence} in ${against}`}
      className={`${styles.change} ${styles[toneOf(words, good)]}`}
    >
      <Arrow size={14} stroke={2} aria-hidden />
      {words.text}
    </Hint>
  );
}

function toneOf({ direction }: ChangeWords, good: 'up' | 'down' | undefined): 'good' | 'bad' | 'neutral' {
  if (good === undefined || direction === 'same' || direction === 'unknown') return 'neutral';
  return direction === good ? 'good' : 'bad';
}
