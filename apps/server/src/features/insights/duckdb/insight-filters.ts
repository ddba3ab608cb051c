import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { releasePlatformNames } from '../../../analytics/release-key.ts';
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
const numberLiteral = (value: number): string => `${value}::DOUBLE`;

/** An experiment, whatever its variant, or one variant of it. */
const isExperiment = (value: string): string => `x = ${quoted(value)} OR starts_with(x, ${quoted(`${value}:`)})`;

const dialect: FilterDialect = {
  field: requiredField,
  isMissing: (text) => `${text} IS NULL`,
  isPresent: (text) => `${text} IS NOT NULL`,
  isNotTrue: (condition) => `(${condition}) IS NOT TRUE`,
  isAny: (conditions) => `(${conditions.join(' OR ')})`,
  isAll: (conditions) => `(${conditions.join(' AND ')})`,
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
  isOneOfUsers,
  isOfRelease: ({ platform, version }) =>
    `(ev.app_version = ${quoted(version)} AND lower(ev.platform) IN ${list(releasePlatformNames[platform].map(quoted))})`,
  isInCohort: (cohort) => `${PERSON_KEY} IN (${cohortPersons(cohort, filtersSql)})`,
  textMatches: (text, pattern) => `regexp_matches(${text}, ${quoted(pattern)})`,
  jsonListHas: (json, condition) =>
    `len(list_filter(json_extract(${json}::JSON, '$[*]'),
      lambda x: ${condition(jsonValue('x::VARCHAR', "(x->>'$')"))})) > 0`,
  compareJsonTimes: ({ number, text }, comparison, valueMs) =>
    `coalesce(${number}, CASE WHEN regexp_full_match(${text}, '${ISO_TIME_PATTERN}')
      THEN epoch_ms(TRY_CAST(${text} AS TIMESTAMP))::DOUBLE END) ${comparison} ${numberLiteral(valueMs)}`,
};

/** `at` names the filters' place in the query. */
export const filtersSql: WriteFilters = filterConditions(dialect);
