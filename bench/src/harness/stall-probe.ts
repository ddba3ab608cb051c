import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into the server that is measured: how late a timer of one millisecond fires, in milliseconds, since the
 * last SIGUSR2, which has it written to the file.
 */
const { LP_BENCH_STALL_FILE: file } = process.env;
if (file !== undefined && isMainThread && process.argv[2] === 'serve') {
  let lateness: number[] = [];
  let lastAt = performance.now();
  setInterval(() => {
    const now = performance.now();
    lateness.push(Math.max(0, now - lastAt - 1));
    lastAt = now;
  }, 1).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.tmp`, JSON.stringify(lateness));
    renameSync(`${file}.tmp`, file);
    lateness = [];
    lastAt = performance.now();
  });
}
