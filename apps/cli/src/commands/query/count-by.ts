import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { printable } from '../../output/printable.ts';

export interface CountByOptions {
  readonly countBy?: string;
}

/** Adds what is counted in place of people. */
export const withCountBy = (command: Command): Command =>
  command.option(
    '--count-by <field>',
    'Count what a field names, such as event_properties.account_id, instead of people',
  );

export const readUnit = ({ countBy }: CountByOptions): { unit?: Wire['InsightUnit'] } =>
  countBy === undefined ? {} : { unit: { kind: 'property', property: countBy } };

/** Drawings say people: this says what else it is. */
export const noteUnit = (drawn: string, { countBy }: CountByOptions): string =>
  countBy === undefined ? drawn : `${drawn}\n\nCounted by ${printable(countBy)} instead of people.`;
