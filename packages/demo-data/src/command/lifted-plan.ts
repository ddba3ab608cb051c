import type { ApiClient } from './api-client.ts';
import { CommandFailed } from './command-failed.ts';

const withoutLimits = 'unmetered';

interface Usage {
  readonly plan: string;
  readonly events_this_minute: { readonly limit: number | null };
}

/** What the project may spend, as one sentence for anyone who waits for it. */
export async function describePace(project: ApiClient): Promise<string> {
  const { plan, events_this_minute: events } = await project.data<Usage>('GET', '/v1/usage');
  if (events.limit === null) return 'The project has no limits.';
  return `The project's plan "${plan}" sets the pace: at most ${events.limit.toLocaleString('en')} events a minute. With --operator-token there is no limit.`;
}

/**
 * Takes the limits off a project.
 * @returns what puts the former plan back
 */
export async function liftPlan(
  operator: ApiClient,
  project: ApiClient,
  idOrSlug: string,
): Promise<() => Promise<void>> {
  const path = `/v1/projects/${encodeURIComponent(idOrSlug)}`;
  const { plan: former } = await operator.data<{ plan: string }>('GET', path);
  if (former === withoutLimits) return async () => undefined;
  const setPlan = (plan: string) => operator.data<unknown>('PATCH', path, { plan });
  const restore = async (): Promise<void> => {
    await setPlan(former);
  };
  await setPlan(withoutLimits);
  try {
    const { plan: inForce } = await project.data<Usage>('GET', '/v1/usage');
    if (inForce === withoutLimits) return restore;
    throw new CommandFailed(
      `The key belongs to another project than "${idOrSlug}". Name the key's project with --project.`,
    );
  } catch (error) {
    await restore();
    throw error;
  }
}
