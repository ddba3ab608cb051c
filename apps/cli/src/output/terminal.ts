import { type Colors, createColors } from './create-colors.ts';

export interface TerminalOptions {
  readonly isJson: boolean;
  /** Undefined: as the terminal and the environment say. */
  readonly isColoured: boolean | undefined;
}

const DEFAULT_WIDTH = 80;
const MIN_WIDTH = 40;

/** Where a command writes: results to stdout, everything else to stderr. */
export class Terminal {
  readonly isJson: boolean;
  readonly colours: Colors;
  /** Colours of what goes to stderr, which may be a terminal when stdout is none. */
  readonly errorColours: Colors;

  constructor({ isJson, isColoured }: TerminalOptions) {
    this.isJson = isJson;
    this.colours = createColors(isColoured ?? wantsColours(process.stdout));
    this.errorColours = createColors(isColoured ?? wantsColours(process.stderr));
  }

  /** Characters of a line. */
  get width(): number {
    const asked = Number(process.env.COLUMNS);
    const width = Number.isInteger(asked) && asked > 0 ? asked : (process.stdout.columns ?? DEFAULT_WIDTH);
    return Math.max(MIN_WIDTH, width);
  }

  /** Whether prompts can be answered: a person is at the terminal. */
  get isInteractive(): boolean {
    return process.stdin.isTTY === true && process.stderr.isTTY === true && !this.isJson;
  }

  /** A result. */
  line(text = ''): void {
    process.stdout.write(`${text}\n`);
  }

  /** A result as scripts read it. */
  json(data: unknown): void {
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
  }

  /** A remark that is no result: not said to scripts. */
  note(text: string): void {
    if (!this.isJson) process.stderr.write(`${text}\n`);
  }
}

function wantsColours(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}
