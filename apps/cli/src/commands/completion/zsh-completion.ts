import type { CommandNode, OptionNode } from './command-node.ts';

/** A function for each command, which offers its commands or its options. */
export function zshCompletion(root: CommandNode): string {
  return `#compdef lamppost
# Tab completion of lamppost for zsh.
${functionsOf(root, '_lamppost').join('\n\n')}

if [ "$funcstack[1]" = "_lamppost" ]; then
  _lamppost "$@"
else
  compdef _lamppost lamppost
fi
`;
}

function functionsOf(node: CommandNode, name: string): string[] {
  const options = node.options.flatMap(argumentsOf);
  const childName = (child: CommandNode): string => `${name}_${child.name.replaceAll('-', '_')}`;
  if (node.children.length === 0) {
    return [
      `${name}() {\n  _arguments -s \\\n${[...options, "'*:file:_files'"].map((line) => `    ${line}`).join(' \\\n')}\n}`,
    ];
  }
  const own = `${name}() {
  local line state
  _arguments -C -s \\
${options.map((line) => `    ${line}`).join(' \\\n')} \\
    '1: :->command' \\
    '*::argument:->arguments'
  case "$state" in
    command)
      local -a commands=(
${node.children.map((child) => `        '${child.name}:${quoted(child.summary)}'`).join('\n')}
      )
      _describe 'command' commands ;;
    arguments)
      case "$line[1]" in
${node.children.map((child) => `        ${child.name}) ${childName(child)} ;;`).join('\n')}
      esac ;;
  esac
}`;
  return [own, ...node.children.flatMap((child) => functionsOf(child, childName(child)))];
}

function argumentsOf({ flags, description, takesValue }: OptionNode): string[] {
  return flags.map((flag) => `'${flag}[${quoted(description)}]${takesValue ? ':value:_files' : ''}'`);
}

const quoted = (text: string): string => text.replaceAll("'", "'\\''").replace(/[[\]:]/g, (sign) => `\\${sign}`);
