import type { Flag } from './targeting/targeting.ts';

type Choice<Value extends string> = { readonly value: Value; readonly label: string; readonly detail: string };

export const valueTypeChoices: readonly Choice<Flag['value_type']>[] = [
  { value: 'boolean', label: 'Boolean', detail: 'on or off' },
  { value: 'string', label: 'String', detail: 'text, such as a layout name' },
  { value: 'number', label: 'Number', detail: 'an amount or a limit' },
  { value: 'json', label: 'JSON', detail: 'an object or a list' },
];

export const kindChoices: readonly Choice<Flag['kind']>[] = [
  { value: 'release', label: 'Release', detail: 'temporary, for rolling out a feature' },
  { value: 'experiment', label: 'Experiment', detail: 'for an experiment' },
  { value: 'operational', label: 'Operational', detail: 'setting or emergency switch' },
  { value: 'permission', label: 'Permission', detail: 'permanent access control' },
];

export const platformChoices: readonly Choice<string>[] = [
  { value: 'web', label: 'Web', detail: 'browsers' },
  { value: 'ios', label: 'iOS', detail: 'iPhone' },
  { value: 'ipados', label: 'iPadOS', detail: 'iPad' },
  { value: 'macos', label: 'macOS', detail: 'Mac' },
  { value: 'android', label: 'Android', detail: 'phones and tablets' },
  { value: 'server', label: 'Server', detail: 'backends' },
];

export const statusChoices: readonly Choice<Flag['status'] | 'all'>[] = [
  { value: 'active', label: 'Active', detail: 'in use' },
  { value: 'deprecated', label: 'Deprecated', detail: 'still served, to be removed' },
  { value: 'archived', label: 'Archived', detail: 'not served' },
  { value: 'all', label: 'All', detail: 'any status' },
];

export const labelOf = (choices: readonly Choice<string>[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;

/** What a flag of a type is when nobody says otherwise. */
export const emptyValues: Readonly<Record<Flag['value_type'], unknown>> = {
  boolean: false,
  string: '',
  number: 0,
  json: {},
};
