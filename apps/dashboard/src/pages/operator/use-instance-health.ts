import { useQuery } from '@tanstack/react-query';
import { useApiClient } from '../../api/api-context.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import type { Ready } from './health-words.ts';
import { type MetricSample, readMetrics } from './read-metrics.ts';

export interface InstanceHealth {
  readonly ready: Ready;
  readonly samples: readonly MetricSample[];
}

const everyMs = 10_000;

/** What `/readyz` and `/metrics` say. A server that takes no events answers with 503, which is an answer here. */
export function useInstanceHealth() {
  const api = useApiClient();
  return useQuery<InstanceHealth, ApiProblem>({
    queryKey: ['api', null, null, '/readyz', null, null],
    queryFn: async ({ signal }) => {
      const [ready, metrics] = await Promise.all([
        askReady(signal),
        api.open('GET', '/metrics', {}, { signal }).then((response) => response.text()),
      ]);
      return { ready, samples: readMetrics(metrics) };
    },
    refetchInterval: everyMs,
  });
}

async function askReady(signal: AbortSignal): Promise<Ready> {
  try {
    return (await (await fetch('/readyz', { signal })).json()) as Ready;
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiProblem("Couldn't reach the server.", { status: 0, code: 'NETWORK', cause });
  }
}
