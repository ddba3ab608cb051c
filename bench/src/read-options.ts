import { parseArgs } from 'node:util';
import type { BenchOptions } from './harness/scenario.ts';

export interface CommandLine {
  readonly names: readonly string[];
  readonly options: BenchOptions;
  readonly isHelp: boolean;
  readonly isSaved: boolean;
}

export const optionsSaid = (rounds = 3): string =>
  `[--seconds 3] [--rounds ${rounds}] [--stored 5000000] [--sizes 1,3,10] [--minutes 60]`;

export function readOptions(args: readonly string[], usualRounds = 3): CommandLine {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: String(usualRounds) },
      stored: { type: 'string', default: '5000000' },
      sizes: { type: 'string', default: '1,3,10' },
      minutes: { type: 'string', default: '60' },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    names: positionals,
    isHelp: values.help,
    isSaved: values.save,
    options: {
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
      storedEvents: Number(values.stored),
      sizes: values.sizes.split(',').map(Number),
      minutes: Number(values.minutes),
    },
  };
}
