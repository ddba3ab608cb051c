import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import { ErrorState } from '../design/feedback/error-state.tsx';
import { NoAccessPage } from './no-access-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** In place of a page that could not be drawn. The frame around it stands. */
export function PageProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => {
    if (!(error instanceof ApiProblem)) console.error(error);
  }, [error]);
  if (error instanceof ApiProblem && error.status === 403) return <NoAccessPage message={error.message} />;
  if (error instanceof ApiProblem && error.status === 404) return <NotFoundPage />;
  const again = (): void => {
    if (!(error instanceof ApiProblem)) {
      window.location.reload();
      return;
    }
    reset();
    void router.invalidate();
  };
  return (
    <ErrorState
      title="Couldn't show this page"
      kept="No data was changed."
      requestId={error instanceof ApiProblem ? error.requestId : undefined}
      onRetry={again}
    >
      {wordsOf(error)}
    </ErrorState>
  );
}

/** Each browser has its own words for code that could not be loaded. */
const missingCode = /dynamically imported module|module script failed/i;

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!missingCode.test(error.message)) return error.message;
  return "Part of the app couldn't be loaded. Check your connection. If the server was just upgraded, try again to load the new version.";
}
