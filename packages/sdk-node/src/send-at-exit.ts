import { Worker } from 'node:worker_threads';
import type { Core, PlatformRequest } from '@lamppost/sdk-core';

export interface ExitRequest extends PlatformRequest {
  readonly url: string;
}

/** Each carries about 20 KB. */
const MAX_REQUESTS = 50;

/** Runs in a thread, since the one that ends can wait but cannot do anything else meanwhile. */
const script = `
  const { workerData: { requests, signal, timeoutMs } } = require('node:worker_threads');
  const state = new Int32Array(signal);
  let left = requests.length;
  for (const { url, headers, body } of requests) {
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      left -= 1;
      if (left > 0) return;
      Atomics.store(state, 0, 1);
      Atomics.notify(state, 0);
    };
    try {
      const { request } = require(url.startsWith('https:') ? 'node:https' : 'node:http');
      const all = { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
      const sent = request(url, { method: 'POST', headers: all, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
        answer.on('error', end).on('close', end).resume();
      });
      sent.on('error', end).on('close', end).end(body);
    } catch {
      end();
    }
  }
`;

/** Makes requests and waits for their answers, the whole process with it, but no longer than this. */
export function sendAndWait(requests: readonly ExitRequest[], timeoutMs: number): void {
  if (requests.length === 0) return;
  const signal = new SharedArrayBuffer(4);
  const worker = new Worker(script, { eval: true, execArgv: [], workerData: { requests, signal, timeoutMs } });
  worker.unref();
  Atomics.wait(new Int32Array(signal), 0, 0, timeoutMs);
}

/**
 * The requests that would deliver what waits. `record` has the platform hand requests to what it is given, instead of
 * making them. What is under way is among them: nobody will hear its answer, and the server counts an id once.
 */
export function pendingRequests(core: Core, record: (take: (request: ExitRequest) => void) => void): ExitRequest[] {
  const requests: ExitRequest[] = [];
  record((request) => requests.push(request));
  for (const queue of Object.values(core.queues)) {
    for (const item of queue.items) item.isInFlight = false;
    let before: number;
    do {
      before = requests.length;
      queue.send(true);
    } while (requests.length > before && requests.length < MAX_REQUESTS);
  }
  return requests;
}
