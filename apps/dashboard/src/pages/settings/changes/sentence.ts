import type { Wire } from '@lamppost/protocol';
import { formatPercent } from '../../../design/format/format-number.ts';

export type Change = Wire['ChangeRow'];

/** "Raised the rollout of" `photo_search` "to 40 %": what stands before the thing, its name, and what follows. */
export interface Sentence {
  readonly before: string;
  /** Empty where the sentence names nothing. */
  readonly subject: string;
  readonly after: string;
  /** Follows the place where it was done: a reason. */
  readonly because?: string;
}

export type Describe = (change: Change) => Sentence;

export const sentenceText = ({ before, subject, after }: Sentence): string =>
  [before, subject, after].filter((part) => part !== '').join(' ');

const MAX_TEXT_LENGTH = 80;

/** A value inside of a sentence. */
export function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
}

export const percentOf = (value: unknown): string => formatPercent(typeof value === 'number' ? value : null);
