import { useCallback, useMemo } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import type { Suggest, Suggestion } from '../../design/inputs/suggestion.ts';
import { breakdownWords, describeBreakdown } from './describe-feature.ts';
import { metricTitle } from './metric-title.ts';

const MAX_ROWS = 50;

const matching = (text: string, all: readonly Suggestion[]): readonly Suggestion[] => {
  const wanted = text.trim().toLowerCase();
  return all.filter(({ value, label = '' }) => `${value} ${label}`.toLowerCase().includes(wanted));
};

/** Metrics that were measured in the last days, experiments, and values that sessions have. */
export function useFeatureSuggestions() {
  const { api } = useEnvironment();
  return useMemo(() => {
    const metrics: Suggest = async (text, signal) => {
      const search = text.trim();
      const query = { limit: MAX_ROWS, ...(search === '' ? {} : { search }) };
      const { data } = await api.get('/v1/performance/summary', { query }, { signal });
      return data.map(({ metric_name, metric_type, count }) => ({
        value: metric_name,
        label: metricTitle(metric_name),
        detail: metric_type,
        volume: count,
      }));
    };
    const experiments: Suggest = async (text, signal) => {
      const search = text.trim();
      const query = { limit: MAX_ROWS, ...(search === '' ? {} : { search }) };
      const { data } = await api.get('/v1/experiments', { query }, { signal });
      return data.map(({ key, name, status }) => ({ value: key, label: name, detail: `${key}, ${status}` }));
    };
    const valuesOf =
      (dimension: 'platform' | 'app_version'): Suggest =>
      async (text, signal) => {
        const query = { dimension, limit: 100 };
        const { data } = await api.get('/v1/crashes/health', { query }, { signal });
        const seen = data.rows.flatMap(({ value, sessions }) => (value === null ? [] : [{ value, volume: sessions }]));
        return matching(text, seen);
      };
    return { metrics, experiments, platforms: valuesOf('platform'), versions: valuesOf('app_version') };
  }, [api]);
}

const KEYED = /^(?:flag|experiment):.{1,128}$/;

/** The fields of a list, and where `isKeyed` any flag or experiment that is typed as `flag:<key>`. */
export function useBreakdownSuggestions(fields: readonly string[], isKeyed: boolean): Suggest {
  return useCallback(
    async (text) => {
      const typed = text.trim();
      const known = matching(
        typed,
        fields.map((value) => ({ value, label: breakdownWords[value] ?? value })),
      );
      if (!isKeyed) return known;
      return KEYED.test(typed) ? [...known, { value: typed, label: describeBreakdown(typed) }] : known;
    },
    [fields, isKeyed],
  );
}
