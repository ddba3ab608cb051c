import type { Suggestion } from '../inputs/suggestion.ts';

export interface FieldSuggestion extends Suggestion {
  readonly type?: 'string' | 'number' | 'boolean' | undefined;
}

/** Values seen for a field, the most frequent first. */
export type SuggestValues = (field: string, text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
