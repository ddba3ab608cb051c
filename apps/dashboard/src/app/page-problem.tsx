import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import { ErrorState } from '../design/error-state.tsx';
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
    reset();
    void router.invalidate();
  };
  return (
    <ErrorState
      title="This page could not be shown."
      kept="Nothing was changed by this."
      requestId={error instanceof ApiProblem ? error.requestId : undefined}
      onRetry={again}
    >
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <Button variant="subtle" size="xs" onClick={() => window.location.reload()}>
        Reload everything
      </Button>
    </ErrorState>
  );
}
