import type { Operation } from './operation.ts';

/** A store as its callers see it: each operation without the connection that it runs on. */
type StoreClient<Operations> = {
  readonly [Method in keyof Operations]: Operations[Method] extends Operation<infer Args, infer Result>
    ? (...args: Args) => Promise<Result>
    : never;
};

export type ControlClient<Stores> = { readonly [Name in keyof Stores]: StoreClient<Stores[Name]> };

/** Stores whose operations are run elsewhere: a call is carried there under `store.method`. */
export function controlClient<Client>(call: (name: string, args: readonly unknown[]) => Promise<unknown>): Client {
  const storeClient = (store: string) =>
    remembering(
      (method) =>
        (...args: readonly unknown[]) =>
          call(`${store}.${method}`, args),
    );
  return remembering(storeClient) as Client;
}

/** The same store, some of its methods replaced. */
export function withMethods<Store extends object>(store: Store, methods: Partial<Store>): Store {
  return Object.assign(Object.create(store), methods);
}

/** All operations by the names under which they are called. */
export function namedOperations(
  stores: Readonly<Record<string, Readonly<Record<string, Operation>>>>,
): Readonly<Record<string, Operation>> {
  const named = Object.entries(stores).flatMap(([store, operations]) =>
    Object.entries(operations).map(([method, operation]) => [`${store}.${method}`, operation] as const),
  );
  return Object.fromEntries(named);
}

/** An object that makes a member when it is first used. `then` is never one: otherwise it could not be awaited. */
function remembering(make: (name: string) => unknown): object {
  return new Proxy<Record<string, unknown>>(Object.create(null), {
    get: (made, name) => {
      if (typeof name === 'symbol' || name === 'then') return undefined;
      made[name] ??= make(name);
      return made[name];
    },
  });
}
