import {
  ApprovalNeeded,
  ControlUnavailable,
  NotPermitted,
  Taken,
  Unacceptable,
  WrongState,
} from '../control-errors.ts';

export interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: CarriedError };

export type ToWorker = { readonly calls: readonly Call[] } | { readonly close: true };

export type FromWorker =
  | { readonly replies: readonly Reply[] }
  | { readonly state: 'open'; readonly isNew: boolean; readonly knownDevices: SharedArrayBuffer }
  | { readonly state: 'unavailable'; readonly reason: string };

export interface WorkerSettings {
  readonly path: string;
  readonly mustExist: boolean;
  readonly retryMs: number;
  readonly busyTimeoutMs: number;
}

/** An error on its way between threads, where classes do not survive. */
export type CarriedError =
  | { readonly kind: 'taken'; readonly reason: string; readonly message: string }
  | { readonly kind: 'wrong state'; readonly reason: string; readonly message: string }
  | {
      readonly kind: 'unacceptable';
      readonly field: string;
      readonly message: string;
      readonly reason: string | undefined;
    }
  | { readonly kind: 'not permitted'; readonly message: string }
  | { readonly kind: 'approval needed'; readonly request: object }
  | { readonly kind: 'unavailable'; readonly message: string }
  | { readonly kind: 'other'; readonly message: string; readonly stack: string | undefined };

export function carryError(error: unknown): CarriedError {
  if (error instanceof Taken) return { kind: 'taken', reason: error.reason, message: error.message };
  if (error instanceof WrongState) return { kind: 'wrong state', reason: error.reason, message: error.message };
  if (error instanceof Unacceptable) {
    return { kind: 'unacceptable', field: error.field, message: error.message, reason: error.reason };
  }
  if (error instanceof ApprovalNeeded) return { kind: 'approval needed', request: error.request };
  if (error instanceof NotPermitted) return { kind: 'not permitted', message: error.message };
  if (error instanceof ControlUnavailable) return { kind: 'unavailable', message: error.message };
  if (error instanceof Error) return { kind: 'other', message: error.message, stack: error.stack };
  return { kind: 'other', message: String(error), stack: undefined };
}

export function reviveError(carried: CarriedError): Error {
  switch (carried.kind) {
    case 'taken':
      return new Taken(carried.reason, carried.message);
    case 'unacceptable':
      return new Unacceptable(carried.field, carried.message, carried.reason);
    case 'wrong state':
      return new WrongState(carried.reason, carried.message);
    case 'approval needed':
      return new ApprovalNeeded(carried.request);
    case 'not permitted':
      return new NotPermitted(carried.message);
    case 'unavailable':
      return new ControlUnavailable(carried.message);
    case 'other': {
      const error = new Error(carried.message);
      if (carried.stack !== undefined) error.stack = carried.stack;
      return error;
    }
  }
}
