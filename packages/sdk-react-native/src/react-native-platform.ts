import type { Answer, DeviceFacts, Platform, PlatformRequest } from '@lamppost/sdk-core';
import { deviceFacts } from './device-facts.ts';
import { createRandom } from './draw-random.ts';
import type { Host } from './host.ts';
import { openStream } from './open-stream.ts';

export interface ReactNativePlatformOptions {
  readonly device?: Partial<DeviceFacts> | undefined;
  readonly log?: ((message: string) => void) | undefined;
}

/** Tells when somebody begins to look at the app, and when nobody does any more. */
export function onPresence({ AppState }: Host, listener: (isActive: boolean, state: string) => void): () => void {
  const subscription = AppState.addEventListener('change', (state) => listener(state === 'active', state));
  return () => subscription?.remove();
}

export const isActive = ({ AppState }: Host): boolean =>
  AppState.currentState !== 'background' && AppState.currentState !== 'inactive';

/** Everything but storage, which may have to be read first. */
export function reactNativePlatform(host: Host, options: ReactNativePlatformOptions = {}): Platform {
  const { global } = host;
  // As it is now: requests of this SDK do not go through what measures those of the app.
  const { fetch } = global;

  const later = (delayMs: number, task: () => void): (() => void) => {
    const timer = global.setTimeout(task, delayMs);
    return () => global.clearTimeout(timer);
  };
  const request = (url: string, { method, headers, body, timeoutMs }: PlatformRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const abort = global.AbortController && new global.AbortController();
      const cancel = later(timeoutMs, () => {
        reject(new Error('timeout'));
        abort?.abort();
      });
      const ask = async (): Promise<Answer> => {
        if (!fetch) throw new Error('there is no fetch');
        const answer = await fetch.call(global, url, {
          method,
          // The system's own cache would answer for a minute without asking; `cache` of fetch means nothing here.
          headers: { ...headers, 'Cache-Control': 'no-cache', ...(body && { 'Content-Type': 'application/json' }) },
          ...(body !== undefined && { body }),
          credentials: 'omit',
          ...(abort && { signal: abort.signal }),
        });
        const text = await answer.text();
        return { status: answer.status, headers: answer.headers, text: async () => text };
      };
      ask().then(resolve, reject).then(cancel);
    });

  return {
    sdk: { name: '@lamppost/react-native', version: '0.1.0' },
    facts: deviceFacts(host, options.device),
    request,
    later,
    now: () => global.Date.now(),
    random: createRandom(global),
    onMoment(listener) {
      let isAway = host.AppState.currentState === 'background';
      // A push message starts apps, too: nobody looks, no stream is needed, and the system ends them as it likes.
      const cancel = isAway ? later(0, () => listener('background')) : undefined;
      const off = onPresence(host, (isBack, state) => {
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
    openStream: (url, headers, onText, onEnd) => openStream(host, url, headers, onText, onEnd) ?? (() => {}),
    log(message) {
      try {
        if (options.log) options.log(message);
        else global.console.log(`lamppost: ${message}`);
      } catch (error) {
        // The app's own log has failed; the line is all that is lost.
        global.console.log(`lamppost: ${error}`);
      }
    },
  };
}
