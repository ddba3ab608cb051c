import type { Command } from 'commander';

export interface OptionNode {
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
}

/** A command as completion sees it. */
export interface CommandNode {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionNode[];
  readonly children: readonly CommandNode[];
}

/** The tree of a program; every command has the options of the program as well. */
export function describeCommand(command: Command, inherited: readonly OptionNode[] = []): CommandNode {
  const own = command.options.map(
    ({ short, long, description, required, optional }): OptionNode => ({
      flags: [short, long].filter((flag) => flag !== undefined),
      description,
      takesValue: required || optional,
    }),
  );
  const help: OptionNode = { flags: ['-h', '--help'], description: 'Print help', takesValue: false };
  const isRoot = command.parent === null;
  const passedOn = isRoot ? own.filter(({ flags }) => !flags.includes('--version')) : inherited;
  return {
    name: command.name(),
    summary: firstSentence(command.description()),
    options: [...own, ...(isRoot ? [] : inherited), help],
    children: command.commands.map((child) => describeCommand(child, passedOn)),
  };
}

const firstSentence = (text: string): string => (/^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text).replace(/[.:]$/, '');
