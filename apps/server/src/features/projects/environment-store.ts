import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';

/** Edits need a second person. `secretKeys`: whether edits with a secret key wait for one too. */
export interface ApprovalPolicy {
  readonly secretKeys: 'request' | 'allow';
}

export interface Environment {
  readonly id: string;
  readonly projectId: string;
  readonly slug: string;
  readonly name: string;
  /** Moves with every change of what this environment serves. */
  readonly configVersion: number;
  /** Null: edits take effect at once. */
  readonly approval: ApprovalPolicy | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Promises: a slug is unique in its project (Taken 'ENVIRONMENT_SLUG_EXISTS') and never changes. */
export interface EnvironmentStore {
  create(
    environment: { readonly projectId: string; readonly slug: string; readonly name: string },
    actor?: Actor,
  ): Promise<Environment>;
  list(projectId: string, page: PageRequest): Promise<Page<Environment>>;
  /** By id or slug, within the project. */
  find(projectId: string, idOrSlug: string): Promise<Environment | undefined>;
  /** Undefined for an environment that the project does not have. Whether edits need approval moves no version. */
  setApproval(
    projectId: string,
    idOrSlug: string,
    approval: ApprovalPolicy | null,
    actor: Actor,
  ): Promise<Environment | undefined>;
}
