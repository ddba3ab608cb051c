import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { fileNameOf } from './file-name-of.ts';
import { symbolFileState } from './symbol-file-state.ts';
import {
  type AddedSymbolFiles,
  MAX_MATCHING_SYMBOL_FILES,
  MAX_SYMBOL_FILES,
  type NewSymbolFile,
  type SymbolFile,
  type SymbolRoomSpent,
  type SymbolWanted,
} from './symbol-file-store.ts';

const SYMBOL_FILE = `SELECT id, project_id AS projectId, kind, release, build, file, debug_id AS debugId, platform, sha256,
  bytes, stored_bytes AS storedBytes, created_at AS createdAtMs FROM symbol_files`;
const LIST = `${SYMBOL_FILE} WHERE project_id = ? AND id < ? ORDER BY id DESC LIMIT ?`;
const FIND = `${SYMBOL_FILE} WHERE project_id = ? AND id = ?`;
const SAME = `${SYMBOL_FILE} WHERE project_id = ? AND sha256 = ? AND kind = ? AND release IS ? AND build IS ? AND file IS ?
  AND debug_id IS ? AND platform IS ?`;
const INSERT = `INSERT INTO symbol_files (id, project_id, kind, release, build, file, file_name, debug_id, platform, sha256,
  bytes, stored_bytes, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SPENT = `SELECT count(*) AS files, coalesce(sum(stored_bytes), 0) AS bytes FROM symbol_files WHERE project_id = ?`;
const MATCHING = `${SYMBOL_FILE} WHERE project_id = ?1 AND (
    debug_id IN (SELECT value FROM json_each(?2))
    OR (file_name IN (SELECT value FROM json_each(?3)) AND (release IS NULL OR release IS ?4))
    OR (file_name IS NULL AND kind IN ('proguard', 'hermes') AND (release = ?4 OR (kind = 'proguard' AND build = ?5)))
  ) ORDER BY id DESC LIMIT ${MAX_MATCHING_SYMBOL_FILES}`;
const MOVE = `INSERT INTO symbol_versions (project_id, version) VALUES (?, 1)
  ON CONFLICT (project_id) DO UPDATE SET version = version + 1`;

export function symbolOperations(sql: Sql) {
  return {
    'symbols.add': writing((projectId: string, files: readonly NewSymbolFile[], maxBytes: number, actor: Actor) =>
      add(sql, projectId.toLowerCase(), files.map(storable), maxBytes, actor),
    ),
    'symbols.list': reading((projectId: string, page: PageRequest): Page<SymbolFile> => {
      return pageOf(sql.all<SymbolFile>(LIST, projectId.toLowerCase(), cursorOf(page), page.limit + 1), page);
    }),
    'symbols.remove': writing((projectId: string, id: string, actor: Actor) => {
      const file = sql.one<SymbolFile>(FIND, projectId.toLowerCase(), id.toLowerCase());
      if (file === undefined) return undefined;
      sql.run('DELETE FROM symbol_files WHERE id = ?', file.id);
      const isContentNeeded = sql.one('SELECT 1 FROM symbol_files WHERE sha256 = ?', file.sha256) !== undefined;
      sql.run(MOVE, file.projectId);
      log(sql, actor, 'removed', file, nextMoment(sql, file.projectId));
      return { file, isContentNeeded };
    }),
    'symbols.matching': reading((projectId: string, wanted: SymbolWanted): readonly SymbolFile[] => {
      const { debugIds, fileNames, release, build } = wanted;
      const lists = [JSON.stringify(debugIds), JSON.stringify(fileNames)] as const;
      return sql.all<SymbolFile>(MATCHING, projectId.toLowerCase(), ...lists, release, build);
    }),
    'symbols.version': reading((projectId: string): number => {
      const text = 'SELECT version FROM symbol_versions WHERE project_id = ?';
      return sql.one<{ version: number }>(text, projectId.toLowerCase())?.version ?? 0;
    }),
  };
}

function add(
  sql: Sql,
  projectId: string,
  sent: readonly NewSymbolFile[],
  maxBytes: number,
  actor: Actor,
): AddedSymbolFiles | SymbolRoomSpent {
  if (sql.one('SELECT 1 FROM projects WHERE id = ?', projectId) === undefined) {
    throw new Unacceptable('project_id', 'There is no such project.');
  }
  const known = sent.map((file) => findSame(sql, projectId, file));
  const spent = sql.one<{ files: number; bytes: number }>(SPENT, projectId) ?? { files: 0, bytes: 0 };
  const added = sent.filter((_, at) => known[at] === undefined);
  const wantedBytes = added.reduce((total, { storedBytes }) => total + storedBytes, 0);
  if (added.length > 0 && spent.bytes + wantedBytes > maxBytes) return { spentBytes: spent.bytes, maxBytes };
  if (spent.files + added.length > MAX_SYMBOL_FILES) {
    throw new Unacceptable('file', `file is one too many: a project has at most ${MAX_SYMBOL_FILES} symbol files.`);
  }
  // Looked up once more: the same file can be twice in what was sent.
  const files = sent.map((file) => findSame(sql, projectId, file) ?? insert(sql, projectId, file, actor));
  if (added.length > 0) sql.run(MOVE, projectId);
  return { files, isNew: added.length > 0 };
}

function findSame(sql: Sql, projectId: string, sent: NewSymbolFile): SymbolFile | undefined {
  const { sha256, kind, release, build, file, debugId, platform } = sent;
  return sql.one<SymbolFile>(SAME, projectId, sha256, kind, release, build, file, debugId, platform);
}

function insert(sql: Sql, projectId: string, sent: NewSymbolFile, actor: Actor): SymbolFile {
  const atMs = nextMoment(sql, projectId);
  const symbolFile: SymbolFile = { ...sent, id: uuidv7(), projectId, createdAtMs: atMs };
  const { id, kind, release, build, file, debugId, platform, sha256, bytes, storedBytes } = symbolFile;
  const fileName = file === null ? null : fileNameOf(file);
  const purpose = [kind, release, build, file, fileName, debugId, platform] as const;
  sql.run(INSERT, id, projectId, ...purpose, sha256, bytes, storedBytes, atMs);
  log(sql, actor, 'created', symbolFile, atMs);
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

function log(sql: Sql, actor: Actor, action: 'created' | 'removed', file: SymbolFile, atMs: number): void {
  const state = symbolFileState(file);
  recordChange(sql, actor, {
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
