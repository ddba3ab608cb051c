import { quoted } from '../../../../analytics/duckdb/sql-text.ts';
import type { ShownValue } from '../../queries/people/shown-value.ts';

/** Whether a text, NULL where there is none, is a value of a result. `shown` selects the values that stand by themselves. */
export function hasValue(text: string, value: ShownValue, shown: () => string): string {
  switch (value.of) {
    case 'value':
      return `${text} = ${quoted(value.value)}`;
    case 'missing':
      return `${text} IS NULL`;
    case 'rest':
      return `${text} IS NOT NULL AND ${text} NOT IN (${shown()})`;
  }
}
