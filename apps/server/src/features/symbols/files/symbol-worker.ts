import { parentPort } from 'node:worker_threads';
import { resolveStack } from '../resolve-stack.ts';
import { SymbolFault } from '../symbol-fault.ts';
import { OpenFileCache } from './open-file-cache.ts';
import { inspectContent, type OpenFile, openSymbols } from './open-symbols.ts';
import type { SymbolWork, WorkContent, WorkReply, WorkResults } from './symbol-work.ts';
import { unpackArchive } from './unpack-archive.ts';

const openBytes = 64 * 1_048_576;

const cache = new OpenFileCache(openBytes);

async function run(work: SymbolWork): Promise<WorkResults[keyof WorkResults]> {
  switch (work.do) {
    case 'inspect':
      return inspectContent(work.contentPath, work.indexPath, work.kind);
    case 'unpack':
      return await unpackArchive(work.archivePath, work.folder);
    case 'resolve':
      return work.stacks.map((stack) => resolveStack(stack, (symbol) => openedAt(work.contents, symbol)?.symbols));
  }
}

function openedAt(contents: readonly WorkContent[], symbol: number): OpenFile | undefined {
  const content = contents[symbol];
  if (content === undefined) return undefined;
  const { sha256, kind, contentPath, indexPath } = content;
  try {
    return cache.get(`${kind} ${sha256}`, () => openSymbols(contentPath, indexPath, kind));
  } catch (error) {
    // It was removed since it was chosen.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

parentPort?.on('message', async (work: SymbolWork) => {
  let reply: WorkReply;
  try {
    reply = { result: await run(work) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply = error instanceof SymbolFault ? { fault: message } : { error: message };
  }
  parentPort?.postMessage(reply);
});
