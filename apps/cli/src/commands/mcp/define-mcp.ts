import type { Command } from 'commander';
import { examples, handle } from '../cli.ts';

export function define(command: Command): void {
  command
    .description(
      'Serve the Model Context Protocol on standard input and output, for assistants that start their tools as programs. The tools are those that the key may use.',
    )
    .addHelpText('after', examples('lamppost mcp', 'lamppost mcp --profile staging'))
    .action(
      handle(async (cli) => {
        const { serveMcp } = await import('./serve-mcp.ts');
        await serveMcp(await cli.client(), (line) => cli.terminal.note(line));
      }),
    );
}
