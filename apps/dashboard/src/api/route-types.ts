import type { RouteName, routes, Wire } from '@lamppost/protocol';

type AnyRoute = (typeof routes)[RouteName];

export type Method = AnyRoute['method'];
export type PathOf<M extends Method> = Extract<AnyRoute, { method: M }>['path'];

type RouteOf<M extends Method, P> = Extract<AnyRoute, { method: M; path: P }>;
type SuccessOf<R> = R extends { success: infer S } ? S[keyof S] : never;
type Shape<Name> = Name extends keyof Wire ? Wire[Name] : null;
type Named<R, Member extends 'query' | 'body'> =
  R extends Record<Member, infer Name> ? (Name extends keyof Wire ? Wire[Name] : never) : never;

/** `'/v1/flags/:id/rules'` has one parameter, `id`. */
type ParamNames<P> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

export type AnswerOf<M extends Method, P> = Shape<SuccessOf<RouteOf<M, P>>>;
/** What an answer holds: its `data`, where it has an envelope. */
export type DataOf<A> = A extends { data: infer D } ? D : A;
export type RowOf<A> = A extends { data: readonly (infer R)[] } ? R : never;

type ParamsPart<P> = [ParamNames<P>] extends [never] ? { params?: never } : { params: Record<ParamNames<P>, string> };
/** Members may be left undefined; `environment_id: null` asks without an environment. */
type QueryPart<R> = [Named<R, 'query'>] extends [never]
  ? { query?: never }
  : { query?: Loose<Omit<Named<R, 'query'>, 'environment_id'>> & { environment_id?: string | null | undefined } };
type BodyPart<R> = [Named<R, 'body'>] extends [never]
  ? { body?: undefined }
  : R extends { isBodyOptional: true }
    ? { body?: Loose<Named<R, 'body'>> }
    : { body: Loose<Named<R, 'body'>> };
type Loose<T> = T extends object ? { [K in keyof T]: T[K] | (undefined extends T[K] ? undefined : never) } : T;

type CallAt<M extends Method, P> = ParamsPart<P> & QueryPart<RouteOf<M, P>> & BodyPart<RouteOf<M, P>>;
/** Route by route: of an open path the compiler would combine all parameters with all queries and all bodies. */
type Calls = { [M in Method]: { [P in PathOf<M>]: CallAt<M, P> } };

/** What a request to a route takes in addition to method and path. */
export type CallOf<M extends Method, P> = P extends keyof Calls[M] ? Calls[M][P] : never;

/** The call may be left out where nothing of it is required. */
export type CallArguments<M extends Method, P, More extends readonly unknown[] = []> =
  Record<never, never> extends CallOf<M, P>
    ? [call?: CallOf<M, P>, ...more: Partial<More>]
    : [call: CallOf<M, P>, ...more: Partial<More>];
