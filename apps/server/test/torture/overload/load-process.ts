import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface LoadPlan {
  readonly host: string;
  readonly port: number;
  readonly seconds: number;
  /** Absent: each connection asks again as soon as it is answered. */
  readonly perSecond?: number;
  readonly connections: number;
  readonly kinds: readonly { readonly name: string; readonly request: string; readonly share: number }[];
}

export interface LoadResult {
  readonly tallies: Readonly<
    Record<
      string,
      {
        readonly statuses: Readonly<Record<string, number>>;
        readonly shedMs: readonly number[];
        readonly acceptedMs: readonly number[];
      }
    >
  >;
  /** What this client could not even send. */
  readonly unsent: number;
  readonly unanswered: number;
  readonly tookSeconds: number;
}

const script = fileURLToPath(new URL('./open-loop.mjs', import.meta.url));

export function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(script, { serialization: 'advanced' });
    child.once('message', (result) => resolve(result as LoadResult));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The load ended with ${code}`)));
    child.send(plan);
  });
}
