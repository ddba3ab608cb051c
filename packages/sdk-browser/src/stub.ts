import type { Lamppost } from '@lamppost/sdk-core';

type Method = (...args: never[]) => unknown;

/** A call that waits for the script: its name, what it was given, and when that was. */
export type WaitingCall = readonly [method: string, args: readonly unknown[], atMs: number];
export type WaitingTask = (lamppost: Lamppost) => void;

/** What stands in the place of the client until the script is there, or for ever when it is blocked. */
export interface Stub extends Array<WaitingCall | WaitingTask> {
  /** Set by the script: whoever holds the stub, or a method of it, goes on with this. */
  loaded?: Record<string, Method>;
  [member: string]: unknown;
}

/**
 * The snippet of a page, before the script. Calls wait, in order and with their times, a thousand of them; what has to
 * answer at once answers as if there were no flags. It stays within the JavaScript of 2015: where the script does not run,
 * this does. `npm run generate` writes it, minified, to where it is pasted from.
 */
export function installStub(page: { lamppost?: unknown }): void {
  if (page.lamppost) return;
  const stub = [] as unknown[] as Stub;
  page.lamppost = stub;
  const wait = (call: WaitingCall | WaitingTask): void => {
    if (stub.length < 1e3) stub.push(call);
  };
  const ready = new Promise<void>((resolve) => {
    // As the client's own: longer than three seconds nobody waits for flags.
    setTimeout(resolve, 3e3);
    wait((client) => client.ready.then(resolve));
  });
  const methods: Record<string, Method> = {
    flag: (_key, fallback) => fallback,
    flags: () => ({}),
    experiment: () => null,
    inspect: () => ({ configVersion: null, variant: null, payload: {}, source: 'none' }),
    status: () => ({
      sending: 'on',
      queued: stub.length,
      delivered: 0,
      dropped: 0,
      rejected: 0,
      deviceId: '',
      anonymousId: '',
      userId: null,
      sessionId: null,
      configVersion: null,
      configSource: 'none',
      clockErrorMs: 0,
      lastError: null,
    }),
    onChange(listener) {
      let off = (): void => {};
      let isOff = false;
      wait((client) => {
        if (!isOff) off = client.onChange(listener);
      });
      return () => {
        isOff = true;
        off();
      };
    },
  };
  const calls = 'track identify setProperties reset override optOut optIn captureError breadcrumb measure flush close';
  for (const name of calls.split(' '))
    methods[name] = (...args) => {
      wait([name, args, Date.now()]);
      return ready;
    };
  for (const name in methods) stub[name] = (...args: never[]) => ((stub.loaded || methods)[name] as Method)(...args);
  stub.ready = ready;
}
