import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { jsonText } from '../../../analytics/clickhouse/relations/json-member.ts';
import { PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import { releasePlatformNames } from '../../../analytics/release-key.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import {
  type FilterDialect,
  filterConditions,
  ISO_TIME_PATTERN,
  type WriteFilters,
} from '../queries/filter-conditions.ts';
import { cohortPersons } from './cohort-persons.ts';
import { jsonValue, requiredField } from './insight-fields.ts';
import { isOneOfUsers } from './person-joins.ts';

const list = (values: readonly string[]): string => `(${values.join(', ')})`;
const any = (conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;

/** With an exponent it is a double, whatever its size. */
const numberLiteral = (value: number): string => value.toExponential();

/** An experiment, whatever its variant, or one variant of it. */
const isExperiment = (value: string): string => `x = ${quoted(value)} OR startsWith(x, ${quoted(`${value}:`)})`;

const ELEMENT = jsonValue("nullIf(x, 'null')", jsonText("nullIf(x, 'null')"));

const dialect: FilterDialect = {
  field: requiredField,
  isMissing: (text) => `${text} IS NULL`,
  isPresent: (text) => `${text} IS NOT NULL`,
  isNotTrue: (condition) => `NOT ifNull(${condition}, false)`,
  isAny: any,
  isAll: (conditions) => `(${conditions.join(' AND ')})`,
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
  isOneOfUsers,
  isOfRelease: ({ platform, version }) =>
    `(ev.app_version = ${quoted(version)} AND lowerUTF8(ev.platform) IN ${list(releasePlatformNames[platform].map(quoted))})`,
  isInCohort: (cohort) => `${PERSON_KEY} IN (${cohortPersons(cohort, filtersSql)})`,
  textMatches: (text, pattern) => `match(${text}, ${quoted(`(?-s)${pattern}`)})`,
  jsonListHas: (json, condition) =>
    `arrayExists(x -> ifNull(${condition(ELEMENT)}, false), JSONExtractArrayRaw(ifNull(${json}, '')))`,
  compareJsonTimes: ({ number, text }, comparison, valueMs) =>
    `coalesce(${number}, if(match(${text}, '^(?:${ISO_TIME_PATTERN})$'),
      toFloat64(toUnixTimestamp64Milli(parseDateTime64BestEffortOrNull(${text}, 3, 'UTC'))), NULL)) ${comparison} ${numberLiteral(valueMs)}`,
};

/** `at` names the filters' place in the query. */
export const filtersSql: WriteFilters = filterConditions(dialect);
