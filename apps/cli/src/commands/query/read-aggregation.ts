import type { Wire } from '@lamppost/protocol';
import { usageError } from '../../exit/usage-error.ts';
import { readChoice } from '../read-options.ts';

type Aggregation = Wire['InsightAggregation'];

const FIELD_MEASURES = ['count_distinct', 'sum', 'average', 'min', 'max', 'p50', 'p90', 'p95', 'p99'] as const;
const PER_PERSON = ['average', 'min', 'max', 'p50', 'p90', 'p95', 'p99'] as const;
const DURATIONS = ['average', 'sum', 'p50', 'p90', 'p95', 'p99'] as const;
const ALONE = ['count', 'persons', 'sessions', 'first_time'] as const;
const ALL = [...ALONE, 'per_person', 'session_duration', ...FIELD_MEASURES] as const;

/** `count`, `persons`, `per_person:p90`, `sum:event_properties.amount`. */
export function readAggregation(text: string): Aggregation {
  const alone = ALONE.find((kind) => kind === text);
  if (alone !== undefined) return { kind: alone };
  const at = text.indexOf(':');
  const [kind, of] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  if (kind === 'per_person') return { kind, of: readChoice(of || 'average', PER_PERSON, '--measure per_person:') };
  if (kind === 'session_duration') {
    return { kind, of: readChoice(of || 'average', DURATIONS, '--measure session_duration:') };
  }
  if (of === '') {
    throw usageError(
      `--measure must be one of ${ALL.slice(0, 6).join(', ')}, or one of ${FIELD_MEASURES.join(', ')} with a field, such as sum:event_properties.amount.`,
    );
  }
  return { kind: readChoice(kind, FIELD_MEASURES, '--measure'), field: of };
}

/** Whether a text is meant as a measure, and not as the end of a name. */
export const looksLikeMeasure = (text: string): boolean =>
  ALL.some((kind) => text === kind || text.startsWith(`${kind}:`));
