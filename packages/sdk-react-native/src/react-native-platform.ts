import {
  createGuard,
  type DeviceFacts,
  type Guard,
  type HttpResponse,
  type Platform,
  type PlatformRequest,
  textOf,
} from '@lamppost/sdk-core';
import { deviceFacts } from './device-facts.ts';
import { createRandom } from './draw-random.ts';
import type { Host } from './host.ts';
import { openStream } from './open-stream.ts';

export interface ReactNativePlatformOptions {
  readonly device?: Partial<DeviceFacts> | undefined;
  readonly log?: ((message: string) => void) | undefined;
}

/** Tells when somebody begins to look at the app, and when nobody does any more. */
export function onPresence(
  { AppState }: Host,
  guard: Guard,
  listener: (isActive: boolean, state: string) => void,
): () => void {
  const onChange = guard((state: string): void => listener(state === 'active', state));
  const subscription = guard(() => AppState.addEventListener('change', onChange))();
  return guard(() => subscription?.remove());
}

export const isActive = ({ AppState }: Host): boolean =>
  AppState.currentState !== 'background' && AppState.currentState !== 'inactive';

/** Everything but storage, which may have to be read first. */
export function reactNativePlatform(host: Host, options: ReactNativePlatformOptions = {}): Platform {
  const { global } = host;
  // Where the console fails as well, the line is all that is lost.
  const toConsole = createGuard(() => {})((message: unknown) => global.console.log(`lamppost: ${textOf(message)}`));
  const log = createGuard(toConsole)((message: unknown) => {
    if (options.log) options.log(textOf(message));
    else toConsole(message);
  });
  const guard = createGuard(log);
  // As it is now: requests of this SDK do not go through what measures those of the app.
  const { fetch } = global;

  const later = (delayMs: number, task: () => void): (() => void) => {
    const timer = global.setTimeout(guard(task), delayMs);
    return () => global.clearTimeout(timer);
  };
  const request = (url: string, { headers, body, timeoutMs = 10_000 }: PlatformRequest): Promise<HttpResponse> =>
    new Promise((resolve, reject) => {
      const abort = global.AbortController && new global.AbortController();
      const cancel = later(timeoutMs, () => {
        reject(new Error('timeout'));
        abort?.abort();
      });
      const ask = async (): Promise<HttpResponse> => {
        if (!fetch) throw new Error('there is no fetch');
        const response = await fetch.call(global, url, {
          method: body === undefined ? 'GET' : 'POST',
          // The system's own cache would answer for a minute without asking; `cache` of fetch means nothing here.
          headers: { ...headers, 'Cache-Control': 'no-cache', ...(body && { 'Content-Type': 'application/json' }) },
          ...(body !== undefined && { body }),
          credentials: 'omit',
          ...(abort && { signal: abort.signal }),
        });
        const text = await response.text();
        return { status: response.status, headers: response.headers, text: async () => text };
      };
      ask().then(resolve, reject).then(cancel);
    });

  return {
    sdk: { name: '@lamppost/react-native', version: '0.1.0' },
    facts: deviceFacts(host, guard, options.device),
    request,
    later,
    now: () => global.Date.now(),
    random: createRandom(global),
    onLifecycleEvent(listener) {
      let isAway = guard(() => host.AppState.currentState === 'background')();
      // A push message starts apps, too: nobody looks, no stream is needed, and the system ends them as it likes.
      const cancel = isAway ? later(0, () => listener('background')) : undefined;
      const off = onPresence(host, guard, (isBack, state) => {
        // In between, as while a call comes in, nothing is left and nothing begins.
        if (isBack ? !isAway : isAway || state !== 'background') return;
        isAway = !isBack;
        cancel?.();
        listener(isBack ? 'foreground' : 'background');
      });
      return () => {
        cancel?.();
        off();
      };
    },
    openStream: (url, headers, onText, onEnd) =>
      openStream(host, url, headers, guard(onText), guard(onEnd)) ?? (() => {}),
    log,
  };
}
