import type { ApiProblem } from '../../api/api-problem.ts';

/** The token stands in the fragment, which browsers send to nobody; a query is read too. */
export function tokenOf({ hash, search }: { readonly hash: string; readonly search: string }): string {
  const inFragment = hash.replace(/^#/, '');
  const named = new URLSearchParams(inFragment).get('token');
  return (
    named ?? (inFragment !== '' ? decodeURIComponent(inFragment) : (new URLSearchParams(search).get('token') ?? ''))
  );
}

export function readFailure(problem: ApiProblem | null): string {
  if (problem === null) return 'The link is not complete. Copy all of it.';
  if (problem.status === 404 || problem.status === 400) {
    return 'This invitation was used already, was withdrawn, or is older than seven days. Ask for a new link.';
  }
  return `${problem.message} The invitation is still good: load this page again.`;
}

export function acceptFailure(problem: ApiProblem): string {
  if (problem.status === 401) return 'That is not the password of your account.';
  if (problem.status === 429) return 'Too many wrong passwords. Wait a little and try again.';
  if (problem.status === 404) return readFailure(problem);
  return problem.message;
}
