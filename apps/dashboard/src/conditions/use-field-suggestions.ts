import { useCallback } from 'react';
import { useEnvironment } from '../api/environment.ts';
import { rulesetCall } from '../api/ruleset-call.ts';
import type { Suggest, Suggestion } from '../design/inputs/suggestion.ts';
import { builtInFields } from './condition-words.ts';
import { matching, valuesSeen } from './suggest-values.ts';

/** Fields of events that are facts of conditions too, and can be counted. */
const countedFields: ReadonlySet<string> = new Set([
  'platform',
  'country',
  'locale',
  'timezone',
  'app_version',
  'os_name',
  'os_version',
  'device_model',
]);

/** The server takes no longer ones; what is found by it is looked through here again. */
const MAX_SEARCH = 200;

export interface FieldSuggestions {
  readonly suggestFields: Suggest;
  readonly suggestValues: (field: string, text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
}

/**
 * Fields: the built-in ones, those that rules of this environment use, and attributes of people who were here lately.
 * Values: what was seen in the last 30 days; for groups and cohorts those themselves.
 */
export function useFieldSuggestions(): FieldSuggestions {
  const { api, project } = useEnvironment();
  const suggestFields = useCallback<Suggest>(
    async (text, signal) => {
      const people = await api.get('/v1/people', { query: { limit: 100 } }, { signal });
      const ruleset = await api.get('/v1/ruleset', rulesetCall, { signal });
      const used = (ruleset?.data.flags ?? []).flatMap(({ rules }) => rules.flatMap(({ conditions }) => conditions));
      const known = new Set(builtInFields.map(({ name }) => name));
      const attributes = valuesSeen([
        ...people.data.flatMap((person) => Object.keys(person.attributes)),
        ...used.map(({ field }) => field),
      ]).filter(({ value }) => !known.has(value));
      const named = attributes.map(({ value }) => ({ value, detail: 'Attribute' }));
      return matching([...named, ...builtInFields.map(({ name, detail }) => ({ value: name, detail }))], text);
    },
    [api],
  );
  const suggestValues = useCallback<FieldSuggestions['suggestValues']>(
    async (field, text, signal) => {
      if (field === 'environment')
        return matching(
          project.environments.map(({ slug }) => ({ value: slug })),
          text,
        );
      if (field === 'user_group') {
        const { data } = await api.get('/v1/groups', { query: { limit: 100, search: text || undefined } }, { signal });
        return data.map(({ key, name, member_count }) => ({ value: key, detail: name, volume: member_count }));
      }
      if (field === 'user_cohort') {
        const { data } = await api.get('/v1/cohorts', { query: { limit: 100, search: text || undefined } }, { signal });
        return data.map(({ key, name, user_count: users }) => ({
          value: key,
          detail: name,
          volume: users ?? undefined,
        }));
      }
      if (countedFields.has(field)) {
        const query = { field, search: text.trim().slice(0, MAX_SEARCH) || undefined, limit: 100 };
        const { data } = await api.get('/v1/insights/values', { query }, { signal });
        return matching(
          data.values.map(({ value, count }) => ({ value, volume: count })),
          text,
        );
      }
      const search = field === 'user_id' && text !== '' ? text : undefined;
      const { data } = await api.get('/v1/people', { query: { limit: 100, search } }, { signal });
      if (field === 'user_id') return data.flatMap(({ user_id }) => (user_id === null ? [] : [{ value: user_id }]));
      return matching(valuesSeen(data.flatMap((person) => scalarsOf(person.attributes[field]))), text);
    },
    [api, project],
  );
  return { suggestFields, suggestValues };
}

function scalarsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(scalarsOf);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}
