import type { Wire } from '@lamppost/protocol';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiClient } from '../api/api-client.ts';
import { ApiProblem } from '../api/api-problem.ts';
import { useEnvironment } from '../api/environment.ts';
import { queryKey } from '../api/query-key.ts';
import type { FieldSuggestion } from '../design/filter-builder/field-suggestion.ts';
import type { Suggest, Suggestion } from '../design/inputs/suggestion.ts';
import { fieldWords, isMembershipField, isPersonField, membershipWords } from './field-words.ts';
import { knownEvents } from './use-event-suggestions.ts';

type Property = Wire['CatalogRow']['properties'][number];

export interface FieldSuggestions {
  readonly suggestFields: (text: string, signal: AbortSignal) => Promise<readonly FieldSuggestion[]>;
  /** Fields, and what only filters can ask. */
  readonly suggestFilterFields: (text: string, signal: AbortSignal) => Promise<readonly FieldSuggestion[]>;
  /** What is known of people, and of the latest event of each. */
  readonly suggestPersonFields: (text: string, signal: AbortSignal) => Promise<readonly FieldSuggestion[]>;
  /** Only fields that hold numbers. */
  readonly suggestNumbers: Suggest;
  readonly suggestValues: (field: string, text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
}

const keptMs = 60_000;
/** The server takes no longer ones; what is found by it is looked through here again. */
const MAX_SEARCH = 200;

/** What these events carry: fields with examples, and their values by how often they were seen in 30 days. */
export function useFieldSuggestions(events: readonly string[]): FieldSuggestions {
  const { api } = useEnvironment();
  const queries = useQueryClient();
  const names = JSON.stringify(events);
  return useMemo(() => {
    const asked = JSON.parse(names) as readonly string[];
    const fields = async (text: string) =>
      matching(
        [...(await propertyFields(api, queries, asked)), ...columnFields, ...(await attributeFields(api, queries))],
        text,
      );
    return {
      suggestFields: fields,
      suggestFilterFields: async (text) => [...(await fields(text)), ...matching(membershipFields, text)],
      suggestPersonFields: async (text) =>
        matching([...(await attributeFields(api, queries)), ...membershipFields, ...columnFields], text),
      suggestNumbers: async (text) => (await fields(text)).filter(({ type }) => type === 'number'),
      suggestValues: async (field, text, signal) =>
        isMembershipField(field)
          ? knownMemberships(api, field, text, signal)
          : matching(await knownValues(api, asked, field, text, signal), text),
    };
  }, [api, queries, names]);
}

const columnFields: readonly FieldSuggestion[] = Object.entries(fieldWords).map(([value, { label, detail }]) => ({
  value,
  label,
  detail,
  type: 'string',
}));

const membershipFields: readonly FieldSuggestion[] = Object.entries(membershipWords).map(
  ([value, { label, detail }]) => ({ value, label, detail, type: 'string' }),
);

/** What users are known by, as it is now. As it was is asked for by typing `user_then.`. */
async function attributeFields(api: ApiClient, queries: QueryClient): Promise<readonly FieldSuggestion[]> {
  const attributes = await queries.fetchQuery({
    queryKey: queryKey(api.scope, '/v1/insights/user-attributes', {}, null),
    queryFn: async () => (await api.get('/v1/insights/user-attributes', {})).data,
    staleTime: keptMs,
  });
  return attributes.map(({ name, field, types, examples }) => ({
    value: field,
    label: `User ${name}`,
    detail: detailOf({ types, examples }),
    type: typeOf({ types }),
  }));
}

async function propertyFields(
  api: ApiClient,
  queries: QueryClient,
  events: readonly string[],
): Promise<readonly FieldSuggestion[]> {
  const properties = new Map<string, Property>();
  const asked = events.length > 0 ? events : await mostFrequentEvents(api, queries);
  for (const property of (await Promise.all(asked.map((event) => propertiesOf(api, queries, event)))).flat()) {
    if (!properties.has(property.name)) properties.set(property.name, property);
  }
  return [...properties.values()]
    .sort((a, b) => b.coverage - a.coverage || a.name.localeCompare(b.name))
    .map((property) => ({
      value: `event_properties.${property.name}`,
      label: property.name,
      detail: detailOf(property),
      type: typeOf(property),
    }));
}

const MAX_LOOKED_AT = 3;

/** Where a query names no event, any may be meant. */
async function mostFrequentEvents(api: ApiClient, queries: QueryClient): Promise<readonly string[]> {
  return (await knownEvents(api, queries, '')).slice(0, MAX_LOOKED_AT).map(({ event_name }) => event_name);
}

async function propertiesOf(api: ApiClient, queries: QueryClient, event: string): Promise<readonly Property[]> {
  return queries.fetchQuery({
    queryKey: queryKey(api.scope, '/v1/events/catalog/:name', { name: event }, null),
    queryFn: async () => {
      try {
        return (await api.get('/v1/events/catalog/:name', { params: { name: event } })).data.properties;
      } catch (error) {
        // Somebody typed the name of an event that never came.
        if (error instanceof ApiProblem && error.status === 404) return [];
        throw error;
      }
    },
    staleTime: keptMs,
  });
}

function typeOf({ types }: { readonly types: readonly string[] }): FieldSuggestion['type'] {
  const known = types.filter((type) => type !== 'null');
  const [only] = known;
  return known.length === 1 && (only === 'string' || only === 'number' || only === 'boolean') ? only : undefined;
}

function detailOf({ types, examples }: Pick<Property, 'examples'> & { readonly types: readonly string[] }): string {
  const shown = examples.filter((example) => example !== null).slice(0, 3);
  const kind = types.filter((type) => type !== 'null').join(' or ');
  return shown.length === 0 ? kind : `${kind}, such as ${shown.map(exampleText).join(', ')}`;
}

const exampleText = (example: unknown): string => {
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
};

/** The values of a field with how many events had them. Without an event only columns are looked at: all events are. */
async function knownValues(
  api: ApiClient,
  [event]: readonly string[],
  field: string,
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  if (event === undefined && !(field in fieldWords) && !isPersonField(field)) return [];
  const query = { field, event, search: text.trim().slice(0, MAX_SEARCH) || undefined };
  const { data } = await api.get('/v1/insights/values', { query }, { signal });
  return data.values.map(({ value, count }) => ({ value, volume: count }));
}

/** Cohorts or groups, by key; the server looks through their names too. */
async function knownMemberships(
  api: ApiClient,
  field: 'cohort' | 'group',
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const query = { limit: 100, search: text.trim().slice(0, MAX_SEARCH) || undefined };
  if (field === 'cohort') {
    const { data } = await api.get('/v1/cohorts', { query }, { signal });
    return data.map(({ key, name, size }) => ({ value: key, detail: name, volume: size ?? undefined }));
  }
  const { data } = await api.get('/v1/groups', { query }, { signal });
  return data.map(({ key, name, member_count }) => ({ value: key, detail: name, volume: member_count }));
}

function matching<S extends Suggestion>(suggestions: readonly S[], text: string): readonly S[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return suggestions;
  return suggestions.filter(({ value, label }) => `${value} ${label ?? ''}`.toLowerCase().includes(wanted));
}
