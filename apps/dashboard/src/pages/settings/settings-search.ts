import { oneOf, textOf } from '../../navigation/use-page-search.ts';

export const settingsTabs = [
  { value: 'project', label: 'Project' },
  { value: 'keys', label: 'Keys' },
  { value: 'environments', label: 'Environments' },
  { value: 'members', label: 'Members' },
  { value: 'experiments', label: 'Experiments' },
  { value: 'webhooks', label: 'Webhooks' },
  { value: 'digests', label: 'Digests' },
  { value: 'usage', label: 'Plan and usage' },
  { value: 'retention', label: 'Retention and erasure' },
  { value: 'requests', label: 'Change requests' },
  { value: 'changes', label: 'Change log' },
  { value: 'account', label: 'Account' },
] as const;

export type SettingsTab = (typeof settingsTabs)[number]['value'];

const tabValues = settingsTabs.map(({ value }) => value);

export interface SettingsSearch {
  readonly tab: SettingsTab;
  /** Opens the dialog that makes a new key, environment or invitation. */
  readonly new: true | undefined;
  /** Revoked keys too. */
  readonly revoked: true | undefined;
}

export function readSettingsSearch(raw: Readonly<Record<string, unknown>>): SettingsSearch {
  return {
    tab: oneOf(raw.tab, tabValues, 'project'),
    new: raw.new === true ? true : undefined,
    revoked: raw.revoked === true ? true : undefined,
  };
}

export interface ChangesSearch {
  /** A kind of thing, as the change log names it. */
  readonly kind: string | undefined;
  readonly q: string | undefined;
  readonly person: string | undefined;
  /** One thing, by its id; a link from elsewhere may name it. */
  readonly entity: string | undefined;
}

export interface RequestsSearch {
  readonly requests: 'pending' | 'all';
}

export function readRequestsSearch(raw: Readonly<Record<string, unknown>>): RequestsSearch {
  return { requests: oneOf(raw.requests, ['pending', 'all'], 'pending') };
}

const MAX_SEARCH_LENGTH = 200;

export function readChangesSearch(raw: Readonly<Record<string, unknown>>): ChangesSearch {
  return {
    kind: textOf(raw.kind) || undefined,
    q: textOf(raw.q)?.slice(0, MAX_SEARCH_LENGTH) || undefined,
    person: textOf(raw.person) || undefined,
    entity: textOf(raw.entity) || undefined,
  };
}
