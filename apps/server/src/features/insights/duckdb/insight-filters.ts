import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { releasePlatformNames } from '../../../analytics/release-key.ts';
import { type FilterDialect, filterConditions } from '../queries/filter-conditions.ts';
import { requiredField } from './insight-fields.ts';

const list = (values: readonly string[]): string => `(${values.join(', ')})`;
const numberLiteral = (value: number): string => `${value}::DOUBLE`;

/** An experiment, whatever its variant, or one variant of it. */
const isExperiment = (value: string): string => `x = ${quoted(value)} OR starts_with(x, ${quoted(`${value}:`)})`;

const dialect: FilterDialect = {
  field: requiredField,
  isMissing: (text) => `${text} IS NULL`,
  isPresent: (text) => `${text} IS NOT NULL`,
  isNotTrue: (condition) => `(${condition}) IS NOT TRUE`,
  isAny: (conditions) => `(${conditions.join(' OR ')})`,
  textIsIn: (text, values) => `${text} IN ${list(values.map(quoted))}`,
  numberIsIn: (number, values) => `${number} IN ${list(values.map(numberLiteral))}`,
  booleanIsIn: (boolean, values) => `${boolean} IN ${list(values.map(String))}`,
  timeIsIn: (time, valuesMs) => `${time} IN ${list(valuesMs.map(timeLiteral))}`,
  listHas: (texts, values) => `len(list_filter(${texts}, lambda x: ${values.map(isExperiment).join(' OR ')})) > 0`,
  textHolds: (text, part) => `contains(${text}, ${quoted(part)})`,
  listHolds: (texts, part) => `len(list_filter(${texts}, lambda x: contains(x, ${quoted(part)}))) > 0`,
  compareTexts: (text, comparison, value) => `${text} ${comparison} ${quoted(value)}`,
  compareNumbers: (number, comparison, value) => `${number} ${comparison} ${numberLiteral(value)}`,
  compareTimes: (time, comparison, valueMs) => `${time} ${comparison} ${timeLiteral(valueMs)}`,
  isOfRelease: ({ platform, version }) =>
    `(ev.app_version = ${quoted(version)} AND lower(ev.platform) IN ${list(releasePlatformNames[platform].map(quoted))})`,
};

/** `at` names the filters' place in the query. */
export const filtersSql = filterConditions(dialect);
