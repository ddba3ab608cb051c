import { beforeSend } from './before-send.ts';
import { browserPlatform } from './browser-platform.ts';
import { createBrowserCore, createLamppost } from './create-lamppost.ts';
import { guard } from './guard.ts';
import { sharedProperties } from './shared-properties.ts';
import { streamFlags } from './stream-flags.ts';
import type { Stub, WaitingCall, WaitingTask } from './stub.ts';
import { webContext } from './web-context.ts';

type Client = Record<string, (...args: readonly unknown[]) => unknown>;

const page = globalThis as { lamppost?: unknown };

/** Makes the client of the tag, and makes up for what was called before, each call at its own time. */
function createFromTag(tag: Partial<HTMLScriptElement>, calls: readonly WaitingCall[]): Client | undefined {
  const { dataset = {}, src = '' } = tag;
  const { key, url = src.replace(/\/sdk\/[^/]*$/, ''), version, namespace, stream } = dataset;
  if (!key) return undefined;
  const isOn = (name: string): boolean => dataset[name] !== 'false';
  // The session begins with the first call, not with the script.
  let atMs = calls[0]?.[2];
  const platform = { ...browserPlatform(), now: () => atMs ?? Date.now() };
  const options = {
    key,
    url,
    namespace,
    app: { version },
    pageViews: isOn('pageViews'),
    errors: isOn('errors'),
    webVitals: isOn('webVitals'),
    optedOut: dataset.optedOut === 'true',
    stream: stream !== undefined && isOn('stream') ? streamFlags : undefined,
    use: isOn('webContext') ? [sharedProperties, webContext] : [sharedProperties],
  };
  const client = createBrowserCore(options, platform).client as unknown as Client;
  for (const [name, args, calledMs] of calls) {
    atMs = calledMs;
    guard(() => client[name]?.(...args))();
  }
  atMs = undefined;
  return client;
}

/**
 * The script of a page: `lamppost` is a client when the tag has a `data-key`, and has `createLamppost` in any case. What
 * the page has called or pushed before the script was there happens now, and so does what it pushes later.
 */
function start(stub: Stub, tag: HTMLOrSVGScriptElement | null): void {
  const waiting = stub.splice(0);
  const calls = waiting.filter((one) => Array.isArray(one)) as readonly WaitingCall[];
  const client = createFromTag((tag ?? {}) as Partial<HTMLScriptElement>, calls);
  const push = (...tasks: readonly unknown[]): void => {
    for (const task of tasks) {
      // At once: a page that is left a moment later would take a task that waits with it.
      try {
        if (typeof task === 'function') (task as WaitingTask)(page.lamppost as never);
      } catch (error) {
        // What one throws is the page's own error, and stops no other.
        setTimeout(() => {
          throw error;
        });
      }
    }
  };
  // Without a client of its own the stub stays: nothing of it throws.
  page.lamppost = Object.assign(client ? { ...client } : stub, {
    createLamppost,
    extras: { beforeSend, sharedProperties, streamFlags, webContext },
    push,
  });
  if (client) stub.loaded = page.lamppost as never;
  push(...waiting);
}

// A second tag changes nothing.
const { lamppost = [] } = page;
if (Array.isArray(lamppost)) start(lamppost as never, document.currentScript);
