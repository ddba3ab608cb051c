import { useEnvironment } from './environment.ts';
import { useApi } from './use-api.ts';

/** Whether edits in the environment of the address wait for a second person. */
export function useApproval(): { readonly isRequired: boolean } {
  const { environment } = useEnvironment();
  const environments = useApi('/v1/environments', { query: { limit: 100 } });
  const row = environments.data?.find(({ id }) => id === environment.id);
  return { isRequired: row?.approval.required === true };
}
