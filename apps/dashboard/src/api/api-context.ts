import { createContext, useContext } from 'react';
import type { ApiClient } from './api-client.ts';
import { EnvironmentContext } from './environment.ts';

export const ApiContext = createContext<ApiClient | undefined>(undefined);

/** The client of the environment of the address; outside of a project one without. */
export function useApiClient(): ApiClient {
  const environment = useContext(EnvironmentContext);
  const outside = useContext(ApiContext);
  const client = environment?.api ?? outside;
  if (client === undefined) throw new Error('There is no ApiContext above.');
  return client;
}
