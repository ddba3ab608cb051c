import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { PostgresFileStorage } from '../../../control/postgres/files/postgres-file-storage.ts';
import { storedFileTables } from '../../../control/postgres/files/stored-file-tables.ts';
import { TestDatabases } from '../../../control/postgres/test-database.contract.ts';
import { FileSymbolVault } from '../files/file-symbol-vault.ts';
import { symbolVaultContract } from '../symbol-vault.contract.ts';
import { SharedContent } from './shared-content.ts';
import { SharedSymbolVault } from './shared-symbol-vault.ts';
import { UnlistedContents } from './unlisted-contents.ts';

const databases = new TestDatabases();
beforeAll(() => databases.open());
afterAll(() => databases.close());

describe('SharedSymbolVault over PostgreSQL', () => {
  symbolVaultContract(async () => {
    const { url } = await databases.create();
    const client = new pg.Client(url);
    await client.connect();
    await client.query(storedFileTables);
    const storage = new PostgresFileStorage({ url });
    const opened: { readonly folder: string; readonly vault: SharedSymbolVault }[] = [];
    const open = async () => {
      const folder = await mkdtemp(join(tmpdir(), 'lamppost-edge-'));
      const local = new FileSymbolVault({ folder });
      const content = new SharedContent(storage, local);
      const unlisted = new UnlistedContents(join(folder, 'unlisted'));
      const vault = new SharedSymbolVault({ local, content, unlisted, onNotRemoved: () => undefined });
      opened.push({ folder, vault });
      return { folder, vault };
    };
    const { folder, vault } = await open();
    return {
      vault,
      reopen: async () => (await open()).vault,
      countFiles: async () => {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        const { rowCount } = await client.query('SELECT 1 FROM stored_files');
        return entries.filter((entry) => entry.isFile()).length + (rowCount ?? 0);
      },
      dispose: async () => {
        for (const edge of opened) {
          await edge.vault.close();
          await rm(edge.folder, { recursive: true, force: true });
        }
        await storage.close();
        await client.end();
      },
    };
  });
});
