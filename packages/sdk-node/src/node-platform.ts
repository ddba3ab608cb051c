import { randomFillSync } from 'node:crypto';
import type { Agent } from 'node:http';
import { release, type } from 'node:os';
import { createGuard, type Platform, type PlatformStorage, textOf } from '@lamppost/sdk-core';
import { openStream } from './open-stream.ts';
import { sendRequest } from './send-request.ts';

export interface NodePlatformOptions {
  readonly storage?: PlatformStorage | undefined;
  readonly agent?: Agent | undefined;
  readonly log?: ((message: string) => void) | undefined;
}

/** Random bits are drawn in pools: one call of the system for hundreds of ids. */
const pool = new Uint32Array(1_024);
let used = pool.length;
const draw = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool[used++] as number;
};

/** 53 bits. */
const random = (): number => ((draw() >>> 5) * 2 ** 26 + (draw() >>> 6)) / 2 ** 53;

export function nodePlatform({ storage, agent, log }: NodePlatformOptions = {}): Platform {
  const write = (message: unknown): void => {
    try {
      if (log) log(textOf(message));
      else console.warn(`lamppost: ${textOf(message)}`);
    } catch (error) {
      // The app's own log has failed; the line is all that is lost.
      process.emitWarning(`lamppost: ${textOf(error)}`);
    }
  };
  const guard = createGuard(write);
  return {
    sdk: { name: '@lamppost/node', version: '0.1.0' },
    facts: { platform: 'server', os_name: type(), os_version: release(), model: `node ${process.versions.node}` },
    storage,
    now: Date.now,
    random,
    later: (delayMs, task) => {
      const timer = setTimeout(guard(task), delayMs);
      timer.unref();
      return () => clearTimeout(timer);
    },
    request: (url, request) => sendRequest(url, request, agent),
    openStream: (url, headers, onText, onEnd) => openStream(url, headers, guard(onText), guard(onEnd), agent),
    // A server is neither left nor returned to.
    onLifecycleEvent: () => () => {},
    log: write,
  };
}
