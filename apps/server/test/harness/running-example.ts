import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Admin } from './admin.ts';
import { waitUntil } from './server.ts';
import type { TestProject } from './test-project.ts';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** Flags and experiments that the examples read. */
export async function openLampShop(project: TestProject): Promise<Admin> {
  const admin = new Admin(project);
  const { flags, experiments } = JSON.parse(readFileSync(inRepository('examples/lamp-shop.json'), 'utf8')) as {
    flags: object[];
    experiments: { key: string }[];
  };
  for (const flag of flags) await admin.done('POST', '/v1/flags', flag);
  for (const experiment of experiments) {
    await admin.done('POST', '/v1/experiments', experiment);
    await admin.move(experiment.key, 'start');
  }
  return admin;
}

/** An example as `npm run example` starts it, on a free port. SDKs must be built: `npm run sdks`. */
export class RunningExample {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #output: () => string;

  private constructor(url: string, child: ChildProcess, output: () => string) {
    this.url = url;
    this.#process = child;
    this.#output = output;
  }

  /** With the Lamppost of the project; without one it starts its own. */
  static async start(name: string, project?: TestProject, env: Record<string, string> = {}): Promise<RunningExample> {
    const lamppost = project && {
      LAMPPOST_URL: project.server.url,
      LAMPPOST_KEY: project.publishable,
      LAMPPOST_SECRET_KEY: project.secret,
    };
    const child = spawn(process.execPath, [inRepository('tools/run.mjs'), 'example', name, '--built'], {
      env: { ...process.env, PORT: '0', ...lamppost, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const address = /^The \w+ is at (http:\/\/\S+?)\/?$/m;
    await waitUntil(() => {
      if (child.exitCode !== null) throw new Error(`The example ended with ${child.exitCode}.`);
      return address.test(output);
    }).catch((error) => {
      child.kill('SIGINT');
      throw new Error(`${name} did not start. ${error.message}\n${output}`);
    });
    return new RunningExample(address.exec(output)?.[1] ?? '', child, () => output);
  }

  /** What it has printed so far. */
  get output(): string {
    return this.#output();
  }

  /** Asks it to end, as Ctrl-C does, and returns its exit code. */
  async stop(): Promise<number | null> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = new Promise((resolve) => this.#process.once('close', resolve));
      this.#process.kill('SIGINT');
      await ended;
    }
    return this.#process.exitCode;
  }
}
