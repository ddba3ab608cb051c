import { ApiError, type Route, unavailable } from '@lamppost/protocol';
import type { ProjectBudget } from '../../collect/limits/project-budget.ts';
import type { LimitDecision, LimitState } from '../../collect/limits/rate-limiter.ts';
import { type Soon, whenKnown } from '../../engines/soon.ts';
import { type Authenticator, UnknownCredential } from './authenticator.ts';
import type { Caller } from './caller.ts';
import type { KeyUses } from './key-uses.ts';
import type { BrowserCredentials, MemberGate } from './member-gate.ts';
import { refuseForeign } from './refuse-foreign.ts';

/** What every request passes before its body is read. A refusal is a value because its answer carries the limits too. */
export interface Admission {
  readonly caller: Caller;
  readonly limits: readonly LimitState[];
  readonly refusal?: ApiError;
}

export type RouteAccess = Pick<Route, 'access' | 'member' | 'method' | 'isProjectWide' | 'isKeyOptional'>;

/** How somebody comes to the gate. */
export interface AdmissionRequest {
  readonly authorization: string | undefined;
  readonly isLoopback: boolean;
  /** What a browser tells beside; absent where members are not expected. */
  readonly visit?: BrowserCredentials;
}

const nobody: Admission = { caller: { kind: 'nobody' }, limits: [] };

/** Key or session, permission, request rate: in this order. */
export class Gate {
  readonly #authenticator: Authenticator;
  readonly #members: MemberGate;
  readonly #budget: ProjectBudget;
  readonly #uses: KeyUses;
  readonly #catchUp: (() => Promise<boolean>) | undefined;

  constructor(parts: {
    readonly authenticator: Authenticator;
    readonly members: MemberGate;
    readonly budget: ProjectBudget;
    readonly uses: KeyUses;
    /** Where keys are also made elsewhere: resolves when all that were made until now are known, false when it cannot. */
    readonly catchUp?: () => Promise<boolean>;
  }) {
    this.#authenticator = parts.authenticator;
    this.#members = parts.members;
    this.#budget = parts.budget;
    this.#uses = parts.uses;
    this.#catchUp = parts.catchUp;
  }

  /**
   * Throws or rejects with UNAUTHORIZED, and what is refused to a member; what is refused to a valid key comes back as a
   * refusal. A key that is known is admitted at once where limits are counted in this process.
   */
  admit(route: RouteAccess, { authorization, isLoopback, visit }: AdmissionRequest): Soon<Admission> {
    if (route.access.includes('anyone')) return nobody;
    if (route.isKeyOptional === true && authorization === undefined) return nobody;
    if (route.access.includes('machine') && isLoopback && authorization === undefined) return nobody;
    // A request with a key never uses the cookie, and spends from the budget; one of a signed-in dashboard does not.
    if (authorization === undefined && visit !== undefined) return this.#admitVisitor(route, visit);
    return whenKnown(this.#callerOf(authorization), (caller) => this.#admitCaller(route, caller));
  }

  async #admitVisitor(route: RouteAccess, visit: BrowserCredentials): Promise<Admission> {
    const member = await this.#members.callerOf(route, visit);
    if (member !== undefined) return { caller: member, limits: [] };
    return await this.#admitCaller(route, await this.#callerOf(undefined));
  }

  #admitCaller(route: RouteAccess, caller: Caller): Soon<Admission> {
    const forbidden = refuseForeign(
      route,
      caller.kind === 'key' ? caller.key : { kind: 'operator', isConfined: false },
    );
    if (caller.kind !== 'key')
      return { caller, limits: [], ...(forbidden === undefined ? {} : { refusal: forbidden }) };
    if (forbidden !== undefined) {
      const looked = this.#budget.lookAtRequests(caller.key.projectId);
      return whenKnown(looked, (limits) => ({ caller, limits, refusal: forbidden }));
    }
    this.#uses.note(caller.key.keyId);
    return whenKnown(this.#budget.spendRequest(caller.key.projectId), (decision) => admissionBy(decision, caller));
  }

  /** A client drops what it sends when its key is refused: so that is said of an unknown one only after a second look. */
  #callerOf(authorization: string | undefined): Soon<Caller> {
    try {
      return this.#authenticator.callerOf(authorization);
    } catch (error) {
      if (!(error instanceof UnknownCredential) || this.#catchUp === undefined) throw error;
      return this.#callerAfter(this.#catchUp(), authorization);
    }
  }

  async #callerAfter(catchingUp: Promise<boolean>, authorization: string | undefined): Promise<Caller> {
    if (!(await catchingUp)) throw unavailable("The key can't be checked: the control database is unavailable", 5);
    return this.#authenticator.callerOf(authorization);
  }
}

const noLimits: readonly LimitState[] = [];

function admissionBy(decision: LimitDecision | undefined, caller: Caller): Admission {
  if (decision === undefined) return { caller, limits: noLimits };
  if (decision.isAllowed) return { caller, limits: decision.states };
  return { caller, limits: decision.states, refusal: tooManyRequests(decision.retryAfterSeconds) };
}

const tooManyRequests = (retryAfterSeconds: number): ApiError =>
  new ApiError('RATE_LIMIT_EXCEEDED', 'The project has reached its request limit for this minute', {
    retryAfterSeconds,
  });
