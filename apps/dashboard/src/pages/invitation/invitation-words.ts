import type { ApiProblem } from '../../api/api-problem.ts';
import { asSentence } from '../../design/format/as-sentence.ts';

/** The token stands in the fragment, which browsers send to nobody; a query is read too. */
export function tokenOf({ hash, search }: { readonly hash: string; readonly search: string }): string {
  const inFragment = hash.replace(/^#/, '');
  const named = new URLSearchParams(inFragment).get('token');
  return (
    named ?? (inFragment !== '' ? decodeURIComponent(inFragment) : (new URLSearchParams(search).get('token') ?? ''))
  );
}

export function readFailure(problem: ApiProblem | null): string {
  if (problem === null) return 'The link is incomplete. Copy the whole link.';
  if (problem.status === 404 || problem.status === 400) {
    return 'This invitation was already used, withdrawn, or has expired. Ask for a new link.';
  }
  return `${asSentence(problem.message)} The invitation is still valid. Reload this page.`;
}

export function acceptFailure(problem: ApiProblem): string {
  if (problem.status === 401) return 'Wrong password.';
  if (problem.status === 429) return 'Too many wrong passwords. Try again later.';
  if (problem.status === 404) return readFailure(problem);
  return problem.message;
}
