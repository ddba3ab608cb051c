import type { Role } from '../roles.ts';
import type { SchemaName } from '../schemas/index.ts';

/** Who may call a route with a key or token. `anyone` needs none; `machine` is the operator's token or a caller on this machine. */
export type Access = 'publishable' | 'secret' | 'dev' | 'operator' | 'anyone' | 'machine';

/**
 * Which signed-in members may call a route: those with at least this role in the project they name, those who are
 * operators too, or, for `self`, each about itself.
 */
export type MemberAccess = Role | 'operator' | 'self';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters are written `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly access: readonly Access[];
  /** It changes what belongs to the whole project: keys of scope `environment` may not. */
  readonly isProjectWide?: boolean;
  /** Absent: no signed-in member may. */
  readonly member?: MemberAccess;
  /** A request without a key is anybody's; one that is sent is checked. */
  readonly isKeyOptional?: boolean;
  /** The key may also come in an X-API-Key header. */
  readonly isApiKeyHeaderRead?: boolean;
  /** Client routes answer any origin. */
  readonly isClient?: boolean;
  readonly query?: SchemaName;
  readonly body?: SchemaName;
  readonly isBodyOptional?: boolean;
  readonly bodyBytes?: number;
  /** The answer when all went well, and its shape; null for an answer without one. */
  readonly success: Readonly<Record<number, SchemaName | null>>;
  /** Where approval is required it answers 202 with a change request, and changes nothing. */
  readonly isApprovable?: boolean;
  /** Statuses beside those that every route of its kind can answer. */
  readonly failures?: readonly number[];
  /** Failures that have a shape of their own; all others are our envelope. */
  readonly failureShapes?: Readonly<Record<number, SchemaName>>;
}
