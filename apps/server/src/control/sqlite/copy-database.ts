import { Worker } from 'node:worker_threads';
import { compiledEntry } from '../../engines/compiled-entry.ts';
import { ControlUnavailable } from '../control-errors.ts';

/** A consistent copy of a database in use, made by a thread and a connection of its own: nobody waits for it. */
export function copyDatabase(from: string, to: string): Promise<void> {
  const entry = compiledEntry('./copy-database-worker.js', import.meta.url);
  const worker = new Worker(entry, { workerData: { from, to }, name: 'control-copy', execArgv: [] });
  return new Promise((resolve, reject) => {
    worker.once('error', (error) =>
      reject(new ControlUnavailable(`The control database cannot be copied: ${error.message}.`, { cause: error })),
    );
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new ControlUnavailable(`The copy of the control database ended with ${code}.`)),
    );
  });
}
