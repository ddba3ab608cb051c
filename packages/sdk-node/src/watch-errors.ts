import type { CapturedError, Guard } from '@lamppost/sdk-core';

const event = 'unhandledRejection';

/**
 * Reports what nobody caught, and changes nothing about it: uncaught exceptions are only looked at on their way, and
 * rejections as well, which become exceptions by themselves. Where the app listens for rejections they do not, so this
 * listens along for as long as somebody else does. Returns what takes it back.
 */
export function watchErrors(guard: Guard, capture: (error: unknown, about: CapturedError) => void): () => void {
  let isListening = false;
  const onException = guard((error: unknown, origin: string): void =>
    capture(error, { isUnhandled: true, mechanism: origin, more: { is_foreground: true } }),
  );
  const onRejection = guard((error: unknown): void => capture(error, { isUnhandled: true, mechanism: event }));

  const listenAlong = guard((name: string | symbol, listener: unknown): void => {
    if (name !== event || listener === onRejection || isListening) return;
    isListening = true;
    process.on(event, onRejection);
  });
  const stopAlone = guard((): void => {
    if (!isListening || process.listenerCount(event) > 1) return;
    isListening = false;
    process.off(event, onRejection);
  });
  process.on('uncaughtExceptionMonitor', onException);
  if (process.listenerCount(event) > 0) listenAlong(event, undefined);
  process.on('newListener', listenAlong).on('removeListener', stopAlone);
  return () => {
    process.off('newListener', listenAlong).off('removeListener', stopAlone);
    process.off('uncaughtExceptionMonitor', onException).off(event, onRejection);
  };
}
