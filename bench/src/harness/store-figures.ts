import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ticksPerSecond = 100;

/** Seconds that the children of a process have computed: of the product, the store process. */
export async function childCpuSeconds(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
  let ticks = 0;
  for (const child of children) {
    const fields = (await readFile(`/proc/${child}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / ticksPerSecond;
}

/** Bytes of a folder and everything below. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path);
    else bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
