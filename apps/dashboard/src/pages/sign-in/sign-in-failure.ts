import type { ApiProblem } from '../../api/api-problem.ts';
import { asSentence } from '../../design/format/as-sentence.ts';
import { formatCount } from '../../design/format/format-count.ts';

/** What to say when somebody could not sign in: what happened, and what to do. */
export function signInFailure(problem: ApiProblem): string {
  if (problem.status === 401) return 'Wrong email or password.';
  if (problem.status === 429) return `Too many wrong passwords. ${tryAgain(problem.retryAfterSeconds)}`;
  if (problem.status === 0) return `${asSentence(problem.message)} Check your connection and try again.`;
  if (problem.status >= 500) return "The server can't sign you in right now. Try again in a moment.";
  return problem.message;
}

function tryAgain(seconds: number | undefined): string {
  if (seconds === undefined) return 'Try again later.';
  if (seconds < 60) return `Try again in ${formatCount(seconds, 'second')}.`;
  const minutes = Math.ceil(seconds / 60);
  return `Try again in ${formatCount(minutes, 'minute')}.`;
}
