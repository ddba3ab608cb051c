import { oneOf } from '../../navigation/use-page-search.ts';

export const operatorTabs = [
  { value: 'projects', label: 'Projects' },
  { value: 'plans', label: 'Plans' },
  { value: 'health', label: 'Health' },
  { value: 'servers', label: 'Servers' },
  { value: 'backups', label: 'Backups' },
  { value: 'feedback', label: 'Feedback' },
] as const;

type OperatorTab = (typeof operatorTabs)[number]['value'];

export interface OperatorSearch {
  readonly tab: OperatorTab;
  /** The dialog for a new project is open. */
  readonly new: true | undefined;
}

const values = operatorTabs.map(({ value }) => value);

export const readOperatorSearch = (raw: Readonly<Record<string, unknown>>): OperatorSearch => ({
  tab: oneOf(raw.tab, values, 'projects'),
  new: raw.new === true ? true : undefined,
});
