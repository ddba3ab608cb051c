import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** A port of loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was free.');
  return address.port;
}

/** A server of others that tests start, stop, pause and kill. */
export class EngineProcess {
  readonly #start: () => ChildProcess;
  readonly #untilReady: () => Promise<void>;
  #child: ChildProcess | undefined;
  #output = '';

  constructor(start: () => ChildProcess, untilReady: () => Promise<void>) {
    this.#start = start;
    this.#untilReady = untilReady;
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('It does not run.');
    return pid;
  }

  /** Also again after `stop` or `kill`, with the data it had. */
  async start(): Promise<void> {
    const child = this.#start();
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (piece: string) => {
        this.#output = (this.#output + piece).slice(-4_000);
      });
    const ended = new Promise<never>((_, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => reject(new Error(`It ended (${code ?? signal}): ${this.#output}`)));
    });
    ended.catch(() => undefined);
    await Promise.race([this.#untilReady(), ended]);
  }

  pause(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.pid, 'SIGCONT');
  }

  stop(): Promise<void> {
    return this.#end('SIGINT');
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGCONT');
    child.kill(signal);
    await exited;
  }
}

/** Runs to its end; fails with what it printed. */
export async function runToEnd(command: string, args: readonly string[], options: object): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`);
}
