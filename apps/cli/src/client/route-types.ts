import type { RouteName, routes, Wire } from '@lamppost/protocol';

type RouteAt<N extends RouteName> = (typeof routes)[N];
type Shape<Name> = Name extends keyof Wire ? Wire[Name] : never;
type SuccessOf<N extends RouteName> = RouteAt<N> extends { success: infer S } ? S[keyof S] : never;
type Named<N extends RouteName, Member extends 'query' | 'body'> =
  RouteAt<N> extends Record<Member, infer Name> ? Shape<Name> : never;

/** `'/v1/flags/:id/rules'` has one parameter, `id`. */
type ParamNames<P> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

export type AnswerOf<N extends RouteName> = Shape<Exclude<SuccessOf<N>, null>>;
export type DataOf<N extends RouteName> = AnswerOf<N> extends { data: infer D } ? D : AnswerOf<N>;
export type RowOf<N extends RouteName> = AnswerOf<N> extends { data: readonly (infer R)[] } ? R : never;

type Loose<T> = T extends object ? { [K in keyof T]: T[K] | (undefined extends T[K] ? undefined : never) } : T;
type ParamsPart<P> = [ParamNames<P>] extends [never] ? { params?: never } : { params: Record<ParamNames<P>, string> };
type QueryPart<N extends RouteName> = [Named<N, 'query'>] extends [never]
  ? { query?: never }
  : Record<never, never> extends Named<N, 'query'>
    ? { query?: Loose<Named<N, 'query'>> }
    : { query: Loose<Named<N, 'query'>> };
type BodyPart<N extends RouteName> = [Named<N, 'body'>] extends [never]
  ? { body?: never }
  : RouteAt<N> extends { isBodyOptional: true }
    ? { body?: Loose<Named<N, 'body'>> }
    : { body: Loose<Named<N, 'body'>> };

/** What a request to a route takes, as the route table says. */
type CallOf<N extends RouteName> = ParamsPart<RouteAt<N>['path']> & QueryPart<N> & BodyPart<N>;

/** The call may be left out where nothing of it is required. */
type ArgumentsOf<N extends RouteName> = Record<never, never> extends CallOf<N> ? [call?: CallOf<N>] : [call: CallOf<N>];

/** Route by route: of an open name the compiler would combine all parameters with all queries and all bodies. */
type Calls = { [N in RouteName]: ArgumentsOf<N> };

export type CallArguments<N extends RouteName> = Calls[N];

/** A call as the client sees it. */
export interface AnyCall {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

export type ListRouteName = {
  [N in RouteName]: AnswerOf<N> extends { data: readonly unknown[]; pagination: unknown } ? N : never;
}[RouteName];
