import { useState } from 'react';
import { useApiClient } from '../../api/api-context.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { useInvalidate } from '../../api/use-api-mutation.ts';
import { type LineResult, refusedLine } from './read-lines.ts';

export interface AddMembers {
  readonly results: readonly LineResult[];
  readonly total: number;
  readonly isBusy: boolean;
  readonly add: (lines: readonly string[], by: 'user_id' | 'email') => Promise<readonly LineResult[]>;
  readonly forget: () => void;
}

const atOnce = 4;

/** Adds one after the other, a few at a time; one that is refused does not stop the rest. */
export function useAddMembers(groupId: string): AddMembers {
  const api = useApiClient();
  const invalidate = useInvalidate();
  const [results, setResults] = useState<readonly LineResult[]>([]);
  const [total, setTotal] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const addOne = async (line: string, by: 'user_id' | 'email'): Promise<LineResult> => {
    try {
      await api.post('/v1/groups/:id/members', { params: { id: groupId }, body: { [by]: line } });
      return { line, outcome: 'added', words: 'added' };
    } catch (error) {
      if (error instanceof ApiProblem) return refusedLine(line, error);
      throw error;
    }
  };
  const add: AddMembers['add'] = async (lines, by) => {
    const done: (LineResult | undefined)[] = lines.map(() => undefined);
    let next = 0;
    setTotal(lines.length);
    setResults([]);
    setIsBusy(true);
    const work = async () => {
      for (let index = next++; index < lines.length; index = next++) {
        done[index] = await addOne(lines[index] ?? '', by);
        setResults(done.filter((result) => result !== undefined));
      }
    };
    try {
      await Promise.all(Array.from({ length: atOnce }, work));
    } finally {
      setIsBusy(false);
      await invalidate('/v1/groups');
    }
    return done.filter((result) => result !== undefined);
  };
  const forget = () => {
    setResults([]);
    setTotal(0);
  };
  return { results, total, isBusy, add, forget };
}
