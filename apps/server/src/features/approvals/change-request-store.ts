import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { ChangeRequest, ChangeRequestDraft, RequestStatus } from './change-request.ts';

export interface ChangeRequestFilter {
  readonly projectId: string;
  readonly status?: RequestStatus;
  readonly environmentId?: string;
  /** Id of a flag or experiment. */
  readonly entityId?: string;
}

/**
 * Changes that wait for a second person.
 *
 * Promises:
 * - a request holds the exact difference; what is approved is made in the transaction that records the approval;
 * - a request whose flag or experiment was changed since, or that would now make another difference, is never applied
 *   (WrongState 'CHANGE_REQUEST_OUTDATED');
 * - a request is decided once (WrongState 'CHANGE_REQUEST_CLOSED');
 * - nobody approves or rejects their own (NotPermitted), and only its author withdraws one;
 * - at most 500 are pending in a project (WrongState 'TOO_MANY_CHANGE_REQUESTS');
 * - what the project does not have: undefined, and nothing changes.
 */
export interface ChangeRequestStore {
  create(draft: ChangeRequestDraft): Promise<ChangeRequest>;
  list(filter: ChangeRequestFilter, page: PageRequest): Promise<Page<ChangeRequest>>;
  find(projectId: string, id: string): Promise<ChangeRequest | undefined>;
  approve(projectId: string, id: string, actor: Actor, comment?: string): Promise<ChangeRequest | undefined>;
  reject(projectId: string, id: string, actor: Actor, comment?: string): Promise<ChangeRequest | undefined>;
  withdraw(projectId: string, id: string, actor: Actor, comment?: string): Promise<ChangeRequest | undefined>;
}
