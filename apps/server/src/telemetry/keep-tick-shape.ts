import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * For each callback of process.nextTick, about ten for a request, Node makes an object with computed names of members.
 * When a full collection finds none of them alive, V8 drops their hidden class, and code that was compiled for it adds
 * each member by a call to the runtime from then on: up to a tenth of a request. So one of them is kept.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
