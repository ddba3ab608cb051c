import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildProgram } from '../src/commands/build-program.ts';
import { tooWide, Workspace } from './harness/lamppost.ts';

vi.setConfig({ testTimeout: 120_000 });

let at: Workspace;

beforeAll(async () => {
  at = await Workspace.create();
});
afterAll(() => at.remove());

describe('help', () => {
  test('lists every command, with exit codes, in 80 columns and without colours', async () => {
    const help = await at.ok('--help');
    expect(tooWide(help)).toEqual([]);
    expect(help).not.toContain('\u001b');
    for (const name of ['serve', 'codegen', 'flags', 'doctor']) expect(help).toMatch(new RegExp(`\\n  ${name} `));
    expect(help).toContain('Exit codes:');
    expect(await at.ok('flags', 'rollout', '--help')).toMatchInlineSnapshot(`
      "Usage: lamppost flags rollout [options] <key> <percentage>

      Serve a value to a percentage of users not matched by a rule

      Arguments:
        key                       Key or id of the flag
        percentage                0 to 100

      Options:
        --value <value>           Value to serve; default: unchanged, or true for a
                                  boolean flag
        --comment <text>          Comment, kept in the history
        -h, --help                Print help

      Global Options:
        -v, --version             Print the version
        --url <address>           Address of the server (LP_URL)
        --key <key>               Key to use (LP_KEY)
        --profile <name>          Profile to use (LP_PROFILE)
        -e, --environment <slug>  Environment (LP_ENVIRONMENT); default: that of the
                                  key
        --json                    Print JSON, for scripts
        --no-color                No colours (NO_COLOR)

      Examples:
        $ lamppost flags rollout new_checkout 25
        $ lamppost flags rollout banner 100 --value "Sale!" -e production
      "
    `);
  });

  test('every command has a description and an example, and its help fits 80 columns', async () => {
    const program = await buildProgram(['completion']);
    const leaves = (command: typeof program): (typeof program)[] =>
      command.commands.length === 0 ? [command] : command.commands.flatMap((child) => leaves(child as typeof program));
    const all = leaves(program).filter((command) => command.name() !== 'help');
    expect(all.length).toBeGreaterThan(55);
    for (const command of all) {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) });
      command.outputHelp();
      expect(command.description(), command.name()).not.toBe('');
      expect(help, `${command.parent?.name()} ${command.name()}`).toContain('\nExamples:\n  $ lamppost ');
      expect(tooWide(help.slice(0, help.indexOf('\nExamples:'))), command.name()).toEqual([]);
    }
  });

  test('colours are for terminals, and for those who ask', async () => {
    const env = { FORCE_COLOR: '1' };
    expect((await at.run(['profiles', 'list', '--profile', 'x'], { env })).out).not.toContain('\u001b');
    const failed = await at.run(['flags', 'list'], { env });
    expect(failed.err).toContain('\u001b[31m');
    expect((await at.run(['flags', 'list'], { env: { ...env, NO_COLOR: '1' } })).err).not.toContain('\u001b');
  });
});

describe('completion', () => {
  test('bash completes commands, commands of groups, and options', async () => {
    const script = await at.ok('completion', 'bash');
    const complete = (...words: string[]): string[] => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const ask = `${script}\nCOMP_WORDS=(lamppost ${quoted}); COMP_CWORD=${words.length}; _lamppost; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', ask], { encoding: 'utf8' }).trim().split(' ');
    };
    expect(complete('exp')).toEqual(['experiments', 'export']);
    expect(complete('flags', 're')).toEqual(['restore']);
    expect(complete('events', 'schemas', 'p')).toEqual(['pull', 'push']);
    expect(complete('flags', 'list', '--se')).toEqual(['--search']);
    expect(complete('flags', 'list', '--js')).toEqual(['--json']);
  });

  test('zsh and fish have every command', async () => {
    const zsh = await at.ok('completion', 'zsh');
    expect(zsh).toContain("'rollout:Serve a value to a percentage of users not matched by a rule'");
    const fish = await at.ok('completion', 'fish');
    expect(fish).toContain("complete -c lamppost -n __fish_use_subcommand -a doctor -d '");
    expect(fish).toContain("-a rollout -d 'Serve a value");
  });
});

test('help starts in less than 300 ms more than Node itself takes, the best of five', () => {
  const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const bestMs = (args: readonly string[]): number =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const startedMs = performance.now();
        execFileSync(process.execPath, args, { cwd: at.folder, stdio: 'ignore' });
        return performance.now() - startedMs;
      }),
    );
  expect(bestMs([main, '--help']) - bestMs(['-e', '0'])).toBeLessThan(300);
});
