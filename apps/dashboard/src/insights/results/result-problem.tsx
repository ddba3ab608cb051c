import type { ApiProblem } from '../../api/api-problem.ts';
import { ErrorState } from '../../design/feedback/error-state.tsx';

export interface ResultProblemProps {
  readonly problem: ApiProblem;
  readonly onRetry: () => void;
  /** What is not lost. */
  readonly kept?: string | undefined;
}

/** What the server said about the query, with the place that it named. */
export function ResultProblem({ problem, onRetry, kept }: ResultProblemProps) {
  const faults = Object.entries(problem.fieldErrors).flatMap(([field, sentences]) =>
    sentences.map((sentence) => ({ field: field.replace(/^query\./, ''), sentence })),
  );
  return (
    <ErrorState
      title={problem.isTemporary ? "Couldn't run the query" : "This query can't be run"}
      kept={kept}
      requestId={problem.requestId}
      onRetry={onRetry}
    >
      {faults.length === 0 ? (
        <p>{problem.message}</p>
      ) : (
        faults.map(({ field, sentence }) => (
          <p key={`${field} ${sentence}`}>
            {field === 'sql' ? beginsSmall(sentence) && 'The statement ' : <code>{field} </code>}
            <bdi>{sentence}</bdi>
          </p>
        ))
      )}
    </ErrorState>
  );
}

/** The server speaks of the field: "is not SQL". The database speaks for itself. */
const beginsSmall = (sentence: string): boolean => /^[a-z]/.test(sentence);
