/** One frame of a stack, as the platform knows it. */
export interface BugFrame {
  readonly function: string;
  readonly isApp: boolean;
  /** Source file with line, for languages that know it; a binary image otherwise. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly module?: string;
  readonly image?: string;
  readonly offset?: number;
}
