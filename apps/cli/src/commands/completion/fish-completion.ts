import type { CommandNode } from './command-node.ts';

/** A line for each command and option, with the condition under which it is offered. */
export function fishCompletion(root: CommandNode): string {
  const top = root.children.map(
    (child) => `complete -c lamppost -n __fish_use_subcommand -a ${child.name} -d '${quoted(child.summary)}'`,
  );
  const below = root.children.flatMap((child) => linesOf(child, `__fish_seen_subcommand_from ${child.name}`));
  return `# Tab completion of lamppost for fish.\n${[...top, ...below].join('\n')}\n`;
}

function linesOf(node: CommandNode, condition: string): string[] {
  const names = node.children.map(({ name }) => name).join(' ');
  const none = names === '' ? condition : `${condition}; and not __fish_seen_subcommand_from ${names}`;
  return [
    ...node.children.map(
      (child) => `complete -c lamppost -f -n '${none}' -a ${child.name} -d '${quoted(child.summary)}'`,
    ),
    ...node.options.map(({ flags, description, takesValue }) => {
      const long = flags.find((flag) => flag.startsWith('--'))?.slice(2) ?? '';
      const short = flags.find((flag) => /^-[^-]/.test(flag))?.slice(1);
      const named = `${short === undefined ? '' : ` -s ${short}`} -l ${long}${takesValue ? ' -r' : ''}`;
      return `complete -c lamppost -n '${none}'${named} -d '${quoted(description)}'`;
    }),
    ...node.children.flatMap((child) => linesOf(child, `${condition}; and __fish_seen_subcommand_from ${child.name}`)),
  ];
}

const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
