import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { releasePlatformNames } from '../../../analytics/release-key.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { type FilterDialect, filterConditions } from '../queries/filter-conditions.ts';
import { requiredField } from './insight-fields.ts';

const list = (values: readonly string[]): string => `(${values.join(', ')})`;
const any = (conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;

/** With an exponent it is a double, whatever its size. */
const numberLiteral = (value: number): string => value.toExponential();

/** An experiment, whatever its variant, or one variant of it. */
const isExperiment = (value: string): string => `x = ${quoted(value)} OR startsWith(x, ${quoted(`${value}:`)})`;

const dialect: FilterDialect = {
  field: requiredField,
  isMissing: (text) => `${text} IS NULL`,
  isPresent: (text) => `${text} IS NOT NULL`,
  isNotTrue: (condition) => `NOT ifNull(${condition}, false)`,
  isAny: any,
  textIsIn: (text, values) => `${text} IN ${list(values.map(quoted))}`,
  // One by one: a set would tell -0 from 0.
  numberIsIn: (number, values) => any(values.map((value) => `${number} = ${numberLiteral(value)}`)),
  booleanIsIn: (boolean, values) => any(values.map((value) => `${boolean} = ${value}`)),
  timeIsIn: (time, valuesMs) => `${time} IN ${list(valuesMs.map(millis))}`,
  listHas: (texts, values) => `arrayExists(x -> ${values.map(isExperiment).join(' OR ')}, ${texts})`,
  textHolds: (text, part) => `position(${text}, ${quoted(part)}) > 0`,
  listHolds: (texts, part) => `arrayExists(x -> position(x, ${quoted(part)}) > 0, ${texts})`,
  compareTexts: (text, comparison, value) => `${text} ${comparison} ${quoted(value)}`,
  compareNumbers: (number, comparison, value) => `${number} ${comparison} ${numberLiteral(value)}`,
  compareTimes: (time, comparison, valueMs) => `${time} ${comparison} ${millis(valueMs)}`,
  isOfRelease: ({ platform, version }) =>
    `(ev.app_version = ${quoted(version)} AND lowerUTF8(ev.platform) IN ${list(releasePlatformNames[platform].map(quoted))})`,
};

/** `at` names the filters' place in the query. */
export const filtersSql = filterConditions(dialect);
