import type { JsonObject, RouteName } from '@lamppost/protocol';

export interface RouteRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: JsonObject;
  /** The change becomes a change request, which a person approves. */
  readonly needsPerson?: boolean;
}

/** Throws RouteFailure for everything but a success. */
export type RouteCall = (route: RouteName, request?: RouteRequest) => Promise<JsonObject>;
