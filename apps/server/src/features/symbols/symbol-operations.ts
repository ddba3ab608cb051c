import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { requireProject } from '../projects/require-project.ts';
import { symbolFileState } from './symbol-file-state.ts';
import {
  type AddedSymbolFiles,
  MAX_SYMBOL_FILES,
  type NewSymbolFile,
  type SymbolFile,
  type SymbolRoomSpent,
} from './symbol-file-store.ts';
import {
  contentsInUse,
  deleteSymbolFile,
  findSameSymbolFile,
  findSymbolFile,
  hasContent,
  insertSymbolFile,
  listSymbolFiles,
  matchingSymbolFiles,
  moveSymbolVersion,
  spentBySymbolFiles,
  symbolVersion,
} from './symbol-statements.ts';

export const symbolOperations = {
  add: writing((db, projectId: string, files: readonly NewSymbolFile[], maxBytes: number, actor: Actor) =>
    add(db, projectId.toLowerCase(), files.map(storable), maxBytes, actor),
  ),
  list: reading(async (db, projectId: string, page: PageRequest): Promise<Page<SymbolFile>> => {
    return pageOf(await listSymbolFiles(db, projectId, page), page);
  }),
  remove: writing(
    async (
      db,
      projectId: string,
      id: string,
      actor: Actor,
    ): Promise<{ readonly file: SymbolFile; readonly isContentNeeded: boolean } | undefined> => {
      const file = await findSymbolFile(db, projectId, id);
      if (file === undefined) return undefined;
      await deleteSymbolFile(db, file.id);
      const isContentNeeded = await hasContent(db, file.sha256);
      await moveSymbolVersion(db, file.projectId);
      await log(db, actor, 'removed', file, await nextMoment(db, file.projectId));
      return { file, isContentNeeded };
    },
  ),
  contentsInUse: reading(contentsInUse),
  matching: reading(matchingSymbolFiles),
  version: reading(symbolVersion),
};

async function add(
  db: Db,
  projectId: string,
  sent: readonly NewSymbolFile[],
  maxBytes: number,
  actor: Actor,
): Promise<AddedSymbolFiles | SymbolRoomSpent> {
  await requireProject(db, projectId);
  const added: NewSymbolFile[] = [];
  for (const file of sent) if ((await findSameSymbolFile(db, projectId, file)) === undefined) added.push(file);
  const spent = await spentBySymbolFiles(db, projectId);
  const wantedBytes = added.reduce((total, { storedBytes }) => total + storedBytes, 0);
  if (added.length > 0 && spent.bytes + wantedBytes > maxBytes) return { spentBytes: spent.bytes, maxBytes };
  if (spent.files + added.length > MAX_SYMBOL_FILES) {
    throw new Unacceptable('file', `a project can have at most ${MAX_SYMBOL_FILES} symbol files.`);
  }
  const files: SymbolFile[] = [];
  for (const file of sent) {
    // Looked up once more: the same file can be twice in what was sent.
    files.push((await findSameSymbolFile(db, projectId, file)) ?? (await insert(db, projectId, file, actor)));
  }
  if (added.length > 0) await moveSymbolVersion(db, projectId);
  return { files, isNew: added.length > 0 };
}

async function insert(db: Db, projectId: string, sent: NewSymbolFile, actor: Actor): Promise<SymbolFile> {
  const atMs = await nextMoment(db, projectId);
  const symbolFile: SymbolFile = { ...sent, id: uuidv7(), projectId, createdAtMs: atMs };
  await insertSymbolFile(db, symbolFile);
  await log(db, actor, 'created', symbolFile, atMs);
  return symbolFile;
}

const storable = (sent: NewSymbolFile): NewSymbolFile => ({
  ...sent,
  release: sent.release && storeText(sent.release),
  build: sent.build && storeText(sent.build),
  file: sent.file && storeText(sent.file),
  debugId: sent.debugId && storeText(sent.debugId),
  platform: sent.platform && storeText(sent.platform),
});

async function log(db: Db, actor: Actor, action: 'created' | 'removed', file: SymbolFile, atMs: number): Promise<void> {
  const state = symbolFileState(file);
  await recordChange(db, actor, {
    projectId: file.projectId,
    entityType: 'symbol_file',
    entityId: file.id,
    entityKey: file.file ?? file.debugId ?? file.release ?? file.kind,
    action,
    before: action === 'created' ? null : state,
    after: action === 'created' ? state : null,
    touches: [],
    atMs,
  });
}
