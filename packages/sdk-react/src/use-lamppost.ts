import type { LamppostClient } from './lamppost-client.ts';
import { useFlagStore } from './use-flag-store.ts';

/** The client of the provider; undefined while a server renders, and without a provider. */
export function useLamppost<Client extends LamppostClient = LamppostClient>(): Client | undefined {
  return useFlagStore().client as Client | undefined;
}
