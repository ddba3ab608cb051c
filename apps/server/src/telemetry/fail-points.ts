import { existsSync, writeFileSync } from 'node:fs';

/**
 * Places where tests make the process fail on purpose. Does nothing unless LP_FAIL_POINTS is set, for example
 * `loader.staged=kill:2,loader.moved=error`: `kill` ends the process with SIGKILL, `stop` stops it with SIGSTOP,
 * `error` throws; `:n` waits for the n-th pass; a path behind it names a mark that is left, so that a process started again does not fail again.
 * Any other value is left to the code that asks for it with failPointValue.
 */
export function failPoint(name: string): void {
  const planned = plan.get(name);
  if (planned === undefined) return;
  const [action, pass = '1', mark] = planned.split(':');
  const passes = (passesByName.get(name) ?? 0) + 1;
  passesByName.set(name, passes);
  if (passes !== Number(pass)) return;
  if (mark !== undefined && existsSync(mark)) return;
  if (mark !== undefined) writeFileSync(mark, name);
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  if (action === 'stop') process.kill(process.pid, 'SIGSTOP');
  if (action === 'error') throw new Error(`fail point ${name}`);
}

/** What was set for this name, for fail points that need more than a moment. */
export const failPointValue = (name: string): string | undefined => plan.get(name);

const passesByName = new Map<string, number>();
const plan = parse(process.env.LP_FAIL_POINTS ?? '');

function parse(text: string): Map<string, string> {
  const entries = text.split(',').filter((part) => part.includes('='));
  return new Map(entries.map((part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1)]));
}
