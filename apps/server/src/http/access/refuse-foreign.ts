import { ApiError, type Route } from '@lamppost/protocol';
import type { KnownKey } from '../../edge/edge-state.ts';

export interface KeyRights {
  readonly kind: KnownKey['kind'] | 'operator';
  /** A key of scope `environment`. */
  readonly isConfined: boolean;
}

/** Why a key, or the operator token, may not use a route; undefined when it may. */
export function refuseForeign(
  route: Pick<Route, 'access' | 'isProjectWide'>,
  { kind, isConfined }: KeyRights,
): ApiError | undefined {
  if (isConfined && route.isProjectWide === true) {
    return new ApiError('FORBIDDEN', "A key with environment scope can't change project settings");
  }
  if (route.access.includes(kind) || (kind === 'operator' && route.access.includes('machine'))) return undefined;
  const holder = kind === 'operator' ? 'The operator token' : `A ${kind} key`;
  return new ApiError('FORBIDDEN', `${holder} can't use this route`);
}
