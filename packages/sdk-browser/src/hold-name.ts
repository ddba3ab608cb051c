import { listen } from './listen.ts';

const once = (type: 'pagehide' | 'pageshow'): Promise<void> =>
  new Promise((resolve) => {
    const off = listen(type, () => {
      off();
      resolve();
    });
  });

/**
 * Runs a task while no other tab holds the name. The name is let go of when the page is left, since browsers keep no
 * page for a return that holds one, and taken again when it returns.
 *
 * Pages that are not secure have no locks. There everybody gets every name: what two tabs then both send, the server
 * counts once.
 */
export async function holdName(name: string, task: () => Promise<void>): Promise<boolean> {
  let work: Promise<boolean> | undefined;
  const run = (lock: unknown): unknown => {
    if (!lock) return undefined;
    work ??= task().then(() => true);
    return Promise.race([work, once('pagehide')]);
  };
  for (;;) {
    const isOver = await (navigator.locks?.request(name, { ifAvailable: true }, run) ?? run(true));
    if (!work || isOver) return !!work;
    await once('pageshow');
  }
}
