import type { PageRequest } from '../../control/page.ts';
import { cursorOf } from '../../control/page-of.ts';
import type { Db } from '../../control/sql/db.ts';
import { integer, listOf, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import { fileNameOf } from './file-name-of.ts';
import {
  MAX_MATCHING_SYMBOL_FILES,
  type NewSymbolFile,
  type SymbolFile,
  type SymbolKind,
  type SymbolWanted,
} from './symbol-file-store.ts';

const purpose = {
  kind: textOf<SymbolKind>(),
  release: nullable(text),
  build: nullable(text),
  file: nullable(text),
  debugId: nullable(text),
  platform: nullable(text),
};
const symbolFile = {
  id: text,
  projectId: text,
  ...purpose,
  sha256: text,
  bytes: integer,
  storedBytes: integer,
  createdAtMs: integer,
};

const SYMBOL_FILE = `SELECT id, project_id AS projectId, kind, release, build, file, debug_id AS debugId, platform, sha256,
  bytes, stored_bytes AS storedBytes, created_at AS createdAtMs FROM symbol_files`;
const LIST = statement({
  sql: `${SYMBOL_FILE} WHERE project_id = :projectId AND id < :cursor ORDER BY id DESC LIMIT :limit`,
  params: { projectId: uuid, cursor: text, limit: integer },
  row: symbolFile,
});
const FIND = statement({
  sql: `${SYMBOL_FILE} WHERE project_id = :projectId AND id = :id`,
  params: { projectId: uuid, id: uuid },
  row: symbolFile,
});
const SAME = statement({
  sql: `${SYMBOL_FILE} WHERE project_id = :projectId AND sha256 = :sha256 AND kind = :kind
    AND release IS NOT DISTINCT FROM :release AND build IS NOT DISTINCT FROM :build
    AND file IS NOT DISTINCT FROM :file AND debug_id IS NOT DISTINCT FROM :debugId
    AND platform IS NOT DISTINCT FROM :platform`,
  params: { projectId: text, sha256: text, ...purpose },
  row: symbolFile,
});
const WITH_CONTENT = statement({
  sql: 'SELECT 1 FROM symbol_files WHERE sha256 = :sha256',
  params: { sha256: text },
});
const IN_USE = statement({
  sql: 'SELECT DISTINCT sha256 FROM symbol_files WHERE sha256 IN :sha256s',
  params: { sha256s: listOf(text) },
  row: { sha256: text },
});
const MATCHING = statement({
  sql: `${SYMBOL_FILE} WHERE project_id = :projectId AND (
      debug_id IN :debugIds
      OR (file_name IN :fileNames AND (release IS NULL OR release = :release))
      OR (file_name IS NULL AND kind IN ('proguard', 'hermes')
        AND (release = :release OR (kind = 'proguard' AND build = :build)))
    ) ORDER BY id DESC LIMIT ${MAX_MATCHING_SYMBOL_FILES}`,
  params: {
    projectId: uuid,
    debugIds: listOf(text),
    fileNames: listOf(text),
    release: nullable(text),
    build: nullable(text),
  },
  row: symbolFile,
});
const SPENT = statement({
  sql: `SELECT count(*) AS files, coalesce(sum(stored_bytes), 0) AS bytes FROM symbol_files
    WHERE project_id = :projectId`,
  params: { projectId: text },
  row: { files: integer, bytes: integer },
});
const INSERT = statement({
  sql: `INSERT INTO symbol_files (id, project_id, kind, release, build, file, file_name, debug_id, platform, sha256,
    bytes, stored_bytes, created_at) VALUES (:id, :projectId, :kind, :release, :build, :file, :fileName, :debugId,
    :platform, :sha256, :bytes, :storedBytes, :createdAtMs)`,
  params: { ...symbolFile, fileName: nullable(text) },
});
const DELETE = statement({ sql: 'DELETE FROM symbol_files WHERE id = :id', params: { id: text } });

const VERSION = statement({
  sql: 'SELECT version FROM symbol_versions WHERE project_id = :projectId',
  params: { projectId: uuid },
  row: { version: integer },
});
const MOVE_VERSION = statement({
  sql: `INSERT INTO symbol_versions (project_id, version) VALUES (:projectId, 1)
    ON CONFLICT (project_id) DO UPDATE SET version = symbol_versions.version + 1`,
  params: { projectId: text },
});

/** One more than the page has, when there is a next one. */
export async function listSymbolFiles(db: Db, projectId: string, page: PageRequest): Promise<readonly SymbolFile[]> {
  return await db.all(LIST, { projectId, cursor: cursorOf(page), limit: page.limit + 1 });
}

export async function findSymbolFile(db: Db, projectId: string, id: string): Promise<SymbolFile | undefined> {
  return await db.one(FIND, { projectId, id });
}

/** The same content for the same purpose. */
export async function findSameSymbolFile(
  db: Db,
  projectId: string,
  sent: NewSymbolFile,
): Promise<SymbolFile | undefined> {
  return await db.one(SAME, { ...sent, projectId });
}

export async function hasContent(db: Db, sha256: string): Promise<boolean> {
  return (await db.one(WITH_CONTENT, { sha256 })) !== undefined;
}

export async function contentsInUse(db: Db, sha256s: readonly string[]): Promise<readonly string[]> {
  return (await db.all(IN_USE, { sha256s })).map(({ sha256 }) => sha256);
}

export async function matchingSymbolFiles(
  db: Db,
  projectId: string,
  wanted: SymbolWanted,
): Promise<readonly SymbolFile[]> {
  return await db.all(MATCHING, { ...wanted, projectId });
}

export async function spentBySymbolFiles(
  db: Db,
  projectId: string,
): Promise<{ readonly files: number; readonly bytes: number }> {
  return (await db.one(SPENT, { projectId })) ?? { files: 0, bytes: 0 };
}

export async function insertSymbolFile(db: Db, inserted: SymbolFile): Promise<void> {
  await db.run(INSERT, { ...inserted, fileName: inserted.file === null ? null : fileNameOf(inserted.file) });
}

export async function deleteSymbolFile(db: Db, id: string): Promise<void> {
  await db.run(DELETE, { id });
}

/** 0 for a project that never had a symbol file. */
export async function symbolVersion(db: Db, projectId: string): Promise<number> {
  return (await db.one(VERSION, { projectId }))?.version ?? 0;
}

export async function moveSymbolVersion(db: Db, projectId: string): Promise<void> {
  await db.run(MOVE_VERSION, { projectId });
}
