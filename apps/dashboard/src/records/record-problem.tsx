import type { ApiProblem } from '../api/api-problem.ts';
import { ErrorState } from '../design/feedback/error-state.tsx';
import { LoadingBlock } from '../design/feedback/loading-block.tsx';
import { type Breadcrumb, PageHeader } from '../design/layout/page-header.tsx';

export interface RecordProblemProps {
  readonly noun: string;
  readonly title: string;
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly error: ApiProblem | null;
  readonly onRetry: () => void;
}

/** The page of a record that is not there: not yet, or not at all. */
export function RecordProblem({ noun, title, breadcrumbs, error, onRetry }: RecordProblemProps) {
  // Without a heading: the focus waits for the one that stays.
  if (error === null) return <LoadingBlock height={480} />;
  const name = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  return (
    <>
      <PageHeader title={title} breadcrumbs={breadcrumbs} />
      <ErrorState title={error.status === 404 ? `${name} not found` : `Couldn't load the ${noun}`} onRetry={onRetry}>
        {error.message}
      </ErrorState>
    </>
  );
}
