import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until it is so.
 * @param {string} what for the message when it never is
 * @param {() => boolean | Promise<boolean>} isSo
 * @param {number} [withinMs]
 */
export async function waitUntil(what, isSo, withinMs = 60_000) {
  const endsAtMs = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > endsAtMs) throw new Error(`Waited ${withinMs} ms in vain: ${what}`);
    await sleep(50);
  }
}
