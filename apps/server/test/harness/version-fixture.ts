import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Bootstrap, serverEntry } from './server.ts';

const run = promisify(execFile);
const folderOfAll = fileURLToPath(new URL('../../../../spec/fixtures', import.meta.url));
const clock = fileURLToPath(new URL('./shifted-clock.cjs', import.meta.url));

type KeySet = Bootstrap['keys']['production'];

/** Whom the answers were given to; see tools/make-fixtures. */
interface Access {
  readonly made_at: string;
  readonly operator: string;
  readonly keys: Readonly<Record<string, KeySet>> & Bootstrap['keys'];
  readonly members: readonly { readonly email: string; readonly password: string; readonly role: string }[];
}

/** A query, and what the version itself answered. */
export interface RecordedResponse {
  readonly name: string;
  readonly as: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: object;
}

/** What an SDK had stored, and what it said of itself; see tools/make-fixtures. */
export interface SdkState<Status> {
  readonly stored: Readonly<Record<string, string>>;
  readonly untilMs: number;
  readonly status: Status & { readonly queued: number; readonly configVersion: string };
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments: Readonly<Record<string, unknown>>;
  readonly queued: {
    readonly user_id: string;
    readonly attributes?: object;
    readonly events: readonly { readonly event: string; readonly properties: object }[];
    readonly error: string;
    readonly metric: string;
  };
}

/** What a version of Lamppost has left behind: spec/fixtures/README.md. */
export class VersionFixture {
  readonly version: string;
  readonly access: Access;
  readonly madeAtMs: number;
  readonly #folders: string[] = [];

  constructor(version: string) {
    this.version = version;
    this.access = this.#json('access.json') as Access;
    this.madeAtMs = Date.parse(this.access.made_at);
  }

  static readonly versions: readonly string[] = readdirSync(folderOfAll, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

  get responses(): RecordedResponse[] {
    const lines = readFileSync(join(folderOfAll, this.version, 'expected.ndjson'), 'utf8')
      .trim()
      .split('\n');
    return lines.map((line) => JSON.parse(line) as RecordedResponse);
  }

  sdkState<Status>(name: string): SdkState<Status> {
    return this.#json(`sdks/${name}.json`) as SdkState<Status>;
  }

  /** Of a server to which it is the moment after the fixture was made. */
  get clockOfThen(): Record<string, string> {
    return { NODE_OPTIONS: `--require=${clock}`, LP_TEST_CLOCK_OFF_MS: `${this.madeAtMs + 60_000 - Date.now()}` };
  }

  /** A copy of the data directory. */
  async dataDirectory({ hasStore = true } = {}): Promise<string> {
    const folder = await this.#unpack('data.tar.gz');
    if (!hasStore) await rm(join(folder, 'store'), { recursive: true });
    return await this.#withKeys(folder);
  }

  /** A data directory that this version of `lamppost restore` has made of the backup. */
  async restoredBackup(): Promise<string> {
    const folder = await this.newFolder();
    await run(process.execPath, [
      serverEntry,
      'restore',
      '--from',
      await this.#unpack('backup.tar.gz'),
      '--data-dir',
      folder,
    ]);
    return await this.#withKeys(folder);
  }

  async newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), `lamppost-${this.version}-`));
    this.#folders.push(folder);
    return folder;
  }

  async dispose(): Promise<void> {
    for (const folder of this.#folders.splice(0)) await rm(folder, { recursive: true, force: true });
  }

  /** Undefined: the query is asked without a key. */
  keyOf(as: string): string | null {
    if (as === 'nobody') return null;
    if (as === 'operator') return this.access.operator;
    const [environment = '', kind = ''] = as.split('.');
    return this.access.keys[environment]?.[kind as keyof KeySet] ?? null;
  }

  async #unpack(archive: string): Promise<string> {
    const folder = await this.newFolder();
    await run('tar', ['-xzf', join(folderOfAll, this.version, archive), '-C', folder]);
    return folder;
  }

  /** Where `TestServer` looks for them. */
  async #withKeys(folder: string): Promise<string> {
    const { operator, keys, members } = this.access;
    const bootstrap = { owner: members[0], operator_token: operator, keys };
    await writeFile(join(folder, 'bootstrap.json'), JSON.stringify(bootstrap));
    return folder;
  }

  #json(file: string): unknown {
    return JSON.parse(readFileSync(join(folderOfAll, this.version, file), 'utf8'));
  }
}
