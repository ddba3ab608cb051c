/** What a command ends with. Scripts rely on them: docs/guides/cli.md lists the same. */
export const exitCodes = {
  ok: 0,
  /** Something went wrong, or `--check` found a difference. */
  failure: 1,
  /** A wrong option, or an argument that is missing. */
  usage: 2,
  /** The server cannot be reached, or cannot answer now. */
  unreachable: 3,
  /** No key, a wrong one, or one that may not do this. */
  denied: 4,
  notFound: 5,
  /** A name that is taken, or a state that does not allow it. */
  conflict: 6,
  /** A file or a value that cannot be used; the message says where. */
  invalid: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
