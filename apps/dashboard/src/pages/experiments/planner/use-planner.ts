import { useQuery } from '@tanstack/react-query';

/** The formulas are loaded when somebody plans: no page needs them to be drawn. */
export function usePlanner() {
  return useQuery({
    queryKey: ['planner'],
    queryFn: () => import('./plan-experiment.ts'),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
