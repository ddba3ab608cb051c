import { readdir, readFile } from 'node:fs/promises';

const TICKS_PER_SECOND = 100;

/** CPU time that a process and its children have used so far; of Linux. */
export async function cpuSeconds(pid: number): Promise<number> {
  return (await ownCpuSeconds(pid)) + (await childCpuSeconds(pid));
}

/** CPU time of its children alone: of the product, the store process. */
export async function childCpuSeconds(pid: number): Promise<number> {
  const used = await Promise.all((await childrenOf(pid)).map(cpuSeconds));
  return used.reduce((sum, seconds) => sum + seconds, 0);
}

/** CPU time of this process alone. */
export async function ownCpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name may hold blanks; the fields begin behind its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

async function childrenOf(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const task of await readdir(`/proc/${pid}/task`).catch(() => [] as string[])) {
    const children = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '');
    found.push(
      ...children
        .split(' ')
        .filter((text) => text !== '')
        .map(Number),
    );
  }
  return found;
}
