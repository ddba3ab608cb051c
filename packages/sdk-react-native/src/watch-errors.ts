import { type CapturedError, type Guard, textOf } from '@lamppost/sdk-core';
import type { Host } from './host.ts';
import { isActive } from './react-native-platform.ts';

/** A fatal error goes on its way at the latest after this, stored or not. */
const MAX_WAIT_MS = 2_000;
const MAX_COMPONENT_STACK_LENGTH = 4_000;

export interface ErrorWatch {
  /** Takes the error; what it returns resolves when that is on disk, undefined: it is. */
  capture(error: unknown, about: CapturedError): Promise<void> | undefined;
  later(delayMs: number, task: () => void): () => void;
  log(message: unknown): void;
  readonly guard: Guard;
}

/** React says which components an error came through. */
const componentsOf = (error: unknown): { component_stack: string } | undefined => {
  const { componentStack } = Object(error) as { componentStack?: unknown };
  return typeof componentStack === 'string'
    ? { component_stack: componentStack.slice(0, MAX_COMPONENT_STACK_LENGTH) }
    : undefined;
};

const wordsOf = (reason: unknown): string => textOf(Object(reason).stack ?? reason);

/**
 * Reports what nobody caught, and changes nothing about it: the handler that was there before is called with every
 * error. With a fatal one that is the end of the process, so it is called when the report is on disk. Returns what takes
 * it back.
 */
export function watchErrors(host: Host, { capture, later, log, guard }: ErrorWatch): () => void {
  const { ErrorUtils, HermesInternal, console } = host.global;
  const before = ErrorUtils?.getGlobalHandler?.();

  const take = guard(
    (error: unknown, mechanism: string): Promise<void> | undefined =>
      capture(error, {
        isUnhandled: true,
        mechanism,
        custom: guard(componentsOf)(error),
        more: { is_foreground: isActive(host) },
      }),
    () => undefined,
  );
  const onError = (error: unknown, isFatal?: boolean): void => {
    const stored = take(error, isFatal ? 'fatal' : 'onerror');
    if (!isFatal || stored === undefined) {
      before?.(error, isFatal);
      return;
    }
    let isGone = false;
    const goOn = (): void => {
      if (isGone) return;
      isGone = true;
      cancel();
      before?.(error, isFatal);
    };
    const cancel = later(MAX_WAIT_MS, goOn);
    stored.then(goOn, (failure) => {
      log(failure);
      goOn();
    });
  };
  ErrorUtils?.setGlobalHandler?.(onError);

  if (HermesInternal?.hasPromise?.() && HermesInternal.enablePromiseRejectionTracker)
    HermesInternal.enablePromiseRejectionTracker({
      allRejections: true,
      onUnhandled(_, reason) {
        // There is one tracker only: what React Native's own would have said in development is said here.
        guard(() => console.log(`Possible unhandled promise rejection: ${wordsOf(reason)}`))();
        take(reason, 'unhandledrejection');
      },
      onHandled() {},
    });

  return () => {
    // Whoever came later stays; a client that is closed takes nothing any more.
    if (before && ErrorUtils?.getGlobalHandler?.() === onError) ErrorUtils.setGlobalHandler?.(before);
  };
}
