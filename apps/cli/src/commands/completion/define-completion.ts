import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { examples, handle } from '../cli.ts';
import { bashCompletion } from './bash-completion.ts';
import { type CommandNode, describeCommand } from './command-node.ts';
import { fishCompletion } from './fish-completion.ts';
import { zshCompletion } from './zsh-completion.ts';

const SHELLS: Readonly<Record<string, (root: CommandNode) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export function define(command: Command): void {
  command
    .argument('<shell>', 'bash, zsh or fish')
    .description('Print a tab completion script')
    .addHelpText(
      'after',
      examples(
        'lamppost completion bash > ~/.local/share/bash-completion/completions/lamppost',
        'lamppost completion zsh > ~/.zsh/completions/_lamppost',
        'lamppost completion fish > ~/.config/fish/completions/lamppost.fish',
      ),
    )
    .action(
      handle<object, [string]>(async (cli, _, shell) => {
        const script = SHELLS[shell];
        if (script === undefined)
          throw usageError(`There is no completion for "${shell}".`, `For: ${Object.keys(SHELLS).join(', ')}`);
        const root = describeCommand(command.parent ?? command);
        cli.print({ shell, script: script(root) }, () => script(root).trimEnd());
      }),
    );
}
