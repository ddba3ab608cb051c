import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';

const cancelled = (): CliError => new CliError('Cancelled. Nothing was changed.', { exitCode: exitCodes.interrupted });

/** A line of text; the initial one when only Enter is pressed. */
export async function askText(message: string, initialValue = ''): Promise<string> {
  const { text, isCancel } = await import('@clack/prompts');
  const answer = await text({ message, initialValue, output: process.stderr });
  if (isCancel(answer)) throw cancelled();
  return answer.trim();
}

/** Text that is not shown while it is typed. */
export async function askSecret(message: string): Promise<string> {
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message, output: process.stderr });
  if (isCancel(answer)) throw cancelled();
  return answer.trim();
}

export async function askChoice<const T extends string>(
  message: string,
  choices: readonly { value: T; label: string }[],
): Promise<T> {
  const { select, isCancel } = await import('@clack/prompts');
  const answer = await select<T>({ message, options: choices as never, output: process.stderr });
  if (isCancel(answer)) throw cancelled();
  return answer;
}
