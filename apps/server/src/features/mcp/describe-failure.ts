import type { RouteFailure } from './route-failure.ts';

/** What happened and what to do next, for an assistant that has to decide. */
export function describeFailure({ status, body, message, retryAfterSeconds }: RouteFailure): string {
  return [message, ...faultsOf(body.details), adviceFor(status, retryAfterSeconds)].join('\n');
}

function faultsOf(details: RouteFailure['body']['details']): string[] {
  const fields = Object.entries(details?.fieldErrors ?? {}).map(
    ([field, faults]) => `- ${field}: ${faults.join('; ')}`,
  );
  return [...(details?.formErrors ?? []).map((fault) => `- ${fault}`), ...fields];
}

function adviceFor(status: number, retryAfterSeconds: number | undefined): string {
  if (status === 401) return 'The key is not valid any more. Ask the user for another one.';
  if (status === 403) return "This key can't do that. Tell the user which permission is missing; don't try again.";
  if (status === 404) return 'Nothing has this id or key in this project and environment. List what there is first.';
  if (status === 409) return 'It conflicts with the current state. Read it again, then decide.';
  if (status === 429) return `Too many requests. Wait ${retryAfterSeconds ?? 60} seconds, then try again.`;
  if (status >= 500)
    return `The server is busy or unavailable. Wait ${retryAfterSeconds ?? 5} seconds, then try again.`;
  return 'Correct the arguments and call the tool again.';
}
