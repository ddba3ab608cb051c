import type { CommandNode } from './command-node.ts';

/** Words are looked up by the path of commands before the cursor. */
export function bashCompletion(root: CommandNode): string {
  return `# Tab completion of lamppost for bash.
_lamppost() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${pathsOf(root)
  .map((path) => `      "${path}") path="${path}" ;;`)
  .join('\n')}
    esac
  done
  local words=""
  case "$path" in
${nodesOf(root)
  .map(({ path, node }) => `    "${path}") words="${wordsOf(node).join(' ')}" ;;`)
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _lamppost lamppost
`;
}

interface Placed {
  readonly path: string;
  readonly node: CommandNode;
}

function nodesOf(node: CommandNode, path = ''): Placed[] {
  return [{ path, node }, ...node.children.flatMap((child) => nodesOf(child, `${path} ${child.name}`))];
}

const pathsOf = (root: CommandNode): string[] => nodesOf(root).flatMap(({ path }) => (path === '' ? [] : [path]));

const wordsOf = ({ children, options }: CommandNode): string[] => [
  ...children.map(({ name }) => name),
  ...options.flatMap(({ flags }) => flags.filter((flag) => flag.startsWith('--'))),
];
