import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';

/** JSON, or a failure that says in which line and column it stops being JSON. */
export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const { message } = error as Error;
    const { line, column } = placeOf(text, message);
    throw new CliError(`${source}:${line}:${column}: this is not JSON: ${reasonOf(message)}.`, {
      exitCode: exitCodes.invalid,
      cause: error,
    });
  }
}

function placeOf(text: string, message: string): { line: number; column: number } {
  const position = /position (\d+)/.exec(message)?.[1];
  const end = position === undefined ? text.length : Number(position);
  const before = text.slice(0, end).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function reasonOf(message: string): string {
  if (/Unexpected end|Unterminated/.test(message)) return 'it ends too early';
  const token = /Unexpected token '?(.)'?/.exec(message)?.[1];
  if (token !== undefined) return `"${token}" is not expected here`;
  return message.replace(/ in JSON at position.*$/, '').replace(/^\w/, (letter) => letter.toLowerCase());
}
