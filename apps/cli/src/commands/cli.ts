import type { Command } from 'commander';
import { ApiClient } from '../client/api-client.ts';
import { type Connection, resolveConnection } from '../config/connection.ts';
import { ApprovalRequested } from '../exit/approval-requested.ts';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { usageError } from '../exit/usage-error.ts';
import { Terminal } from '../output/terminal.ts';

/** Options that every command has. */
export interface GlobalOptions {
  readonly url?: string;
  readonly key?: string;
  readonly profile?: string;
  readonly environment?: string;
  readonly json?: boolean;
  readonly color?: boolean;
}

/** What a command works with. */
export class Cli {
  readonly terminal: Terminal;
  readonly #options: GlobalOptions;
  #connection: Promise<Connection> | undefined;

  constructor(options: GlobalOptions) {
    this.#options = options;
    this.terminal = new Terminal({
      isJson: options.json === true,
      isColoured: options.color === false ? false : undefined,
    });
  }

  connection(): Promise<Connection> {
    this.#connection ??= resolveConnection(this.#options);
    return this.#connection;
  }

  async client(): Promise<ApiClient> {
    return new ApiClient(await this.connection(), (seconds) =>
      this.terminal.note(`The server asks to wait ${seconds} s.`),
    );
  }

  /** For `environment_id`: the key's own environment when nobody names one. */
  async environment(): Promise<string | undefined> {
    return (await this.connection()).environment;
  }

  /** The result: as JSON for scripts, as text for people. */
  print(data: unknown, text: () => string): void {
    if (this.terminal.isJson) this.terminal.json(data);
    else this.terminal.line(text());
  }

  /** Asks for confirmation, unless --yes was given. */
  async confirm(question: string, isAgreed: boolean | undefined): Promise<void> {
    if (isAgreed === true) return;
    if (!this.terminal.isInteractive)
      throw usageError(`${question} There is no terminal to ask in.`, 'Add --yes to continue.');
    const { confirm, isCancel } = await import('@clack/prompts');
    const answer = await confirm({ message: question, initialValue: false, output: process.stderr });
    if (isCancel(answer) || !answer) {
      throw new CliError('Nothing was changed.', { exitCode: exitCodes.interrupted });
    }
  }
}

/** An action of commander: its arguments, then its options. */
export const handle =
  <Options, Args extends unknown[] = []>(work: (cli: Cli, options: Options, ...args: Args) => Promise<void>) =>
  async (...all: unknown[]): Promise<void> => {
    const command = all.at(-1) as Command;
    const options = command.optsWithGlobals<GlobalOptions>();
    const cli = new Cli(options);
    try {
      await work(cli, options as Options, ...(all.slice(0, -2) as Args));
    } catch (error) {
      if (!(error instanceof ApprovalRequested)) throw error;
      const { request, message } = error;
      cli.print({ change_request: request }, () => `${message}\nSee it: lamppost changes show ${request.id}`);
    }
  };

/** Collects an option that may be given several times. */
export const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

/** Examples below the help of a command, each a line of shell and what it does. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
