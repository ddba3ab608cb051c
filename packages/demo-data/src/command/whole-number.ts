import { CommandFailed } from './command-failed.ts';

/** `200k` and `5M` are understood, too. */
export function wholeNumber(option: string, text: string, from: number, to: number): number {
  const [, digits, unit = ''] = /^([\d_,]+)([kM]?)$/.exec(text) ?? [];
  const number = Number((digits ?? '').replaceAll(/[_,]/g, '') || Number.NaN) * ({ k: 1_000, M: 1_000_000 }[unit] ?? 1);
  if (Number.isSafeInteger(number) && number >= from && number <= to) return number;
  throw new CommandFailed(`${option} takes a whole number from ${from} to ${to}, not "${text}".`, 2);
}
