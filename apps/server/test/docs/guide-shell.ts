import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bootstrap, TestServer } from '../harness/server.ts';
import type { GuideBlock } from './guide-blocks.ts';

const cli = fileURLToPath(new URL('../../../../dist/product/apps/cli/dist/main.js', import.meta.url));

/** Streams are looked at for a second; every other answer that is an error fails the block. */
const prelude = `set -euo pipefail
curl() {
  case " $* " in
    *" -sN "*) command curl --fail-with-body --max-time 1 "$@" || [ $? = 28 ] ;;
    *) command curl --fail-with-body "$@" ;;
  esac
}
SECRET="Authorization: Bearer $SECRET_KEY"
`;

export interface ShellOutcome {
  readonly code: number | null;
  /** Of the block that was under way. */
  readonly line: string;
  readonly text: string;
}

/** A directory with the command line in it, a project of its own, and the names that guides use for its keys. */
export class GuideShell {
  readonly folder: string;
  readonly secretKey: string;
  readonly #server: TestServer;
  readonly #env: Record<string, string>;

  private constructor(folder: string, server: TestServer, keys: Bootstrap['keys']) {
    this.folder = folder;
    this.secretKey = keys.production.secret;
    this.#server = server;
    const { publishable, secret } = keys.production;
    this.#env = {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, '.config'),
      COLUMNS: '80',
      BASE: server.url,
      LP_URL: server.url,
      KEY: publishable,
      PUBLISHABLE_KEY: publishable,
      SECRET_KEY: secret,
      LP_SECRET_KEY: secret,
      LP_KEY: secret,
      OPERATOR_TOKEN: server.bootstrap.operator_token,
      OWNER_PASSWORD: server.bootstrap.owner.password,
      GIT_COMMIT: '5c3b217d0e6f4f1d8a34a5e0d29b1c8f7a6e5d4c',
    };
  }

  static async create(server: TestServer, slug: string): Promise<GuideShell> {
    const folder = await mkdtemp(join(tmpdir(), 'lamppost-guide-'));
    const { keys } = await server.createProject(slug, 'scale');
    const command = join(folder, 'bin/lamppost');
    await mkdir(join(folder, 'bin'));
    await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
    await chmod(command, 0o755);
    await writeFile(join(folder, 'first-start.json'), JSON.stringify({ keys }));
    return new GuideShell(folder, server, keys);
  }

  /** A name that a guide takes for given. */
  set(name: string, value: string): void {
    this.#env[name] = value;
  }

  /** Runs blocks as one script: what an earlier one sets, a later one has. */
  async run(blocks: readonly GuideBlock[]): Promise<ShellOutcome> {
    const script = blocks.map(({ page, line, code }) => `echo '@@ ${page}:${line}'\n${this.#local(code)}`).join('\n');
    const child = spawn('bash', ['-c', prelude + script], {
      cwd: this.folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
    }
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, text: text.slice(-2_000), line: text.split('@@ ').at(-1)?.split('\n')[0] ?? '' };
  }

  /** Guides speak of the address that a first start has. */
  #local(code: string): string {
    return code.replaceAll(/http:\/\/127\.0\.0\.1:8080|https:\/\/lamppost\.example\.com/g, this.#server.url);
  }
}
