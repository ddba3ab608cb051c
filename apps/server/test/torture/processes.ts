import { readFile } from 'node:fs/promises';

/** The store process of a server, found as the child that the system knows. */
export async function storePid(serverPid: number): Promise<number | undefined> {
  const children = (await readFile(`/proc/${serverPid}/task/${serverPid}/children`, 'utf8')).trim().split(/\s+/);
  for (const pid of children.filter((text) => text !== '')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('store-process-main')) return Number(pid);
  }
  return undefined;
}
