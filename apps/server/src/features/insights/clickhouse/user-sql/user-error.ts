import { QueryRejected, QueryTooHeavy, StoreUnavailable } from '../../../../analytics/analytics-store.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';

/** Codes of ClickHouse that the statement itself is to blame for: it would fail again. */
const ofUsers = new Set(
  `SYNTAX_ERROR UNKNOWN_IDENTIFIER UNKNOWN_FUNCTION UNKNOWN_AGGREGATE_FUNCTION UNKNOWN_TYPE UNKNOWN_TABLE
  ILLEGAL_TYPE_OF_ARGUMENT ILLEGAL_COLUMN NUMBER_OF_ARGUMENTS_DOESNT_MATCH TOO_MANY_ARGUMENTS_FOR_FUNCTION
  TOO_FEW_ARGUMENTS_FOR_FUNCTION ARGUMENT_OUT_OF_BOUND BAD_ARGUMENTS TYPE_MISMATCH NO_COMMON_TYPE CANNOT_CONVERT_TYPE
  CANNOT_PARSE_TEXT CANNOT_PARSE_NUMBER CANNOT_PARSE_DATE CANNOT_PARSE_DATETIME CANNOT_PARSE_UUID CANNOT_PARSE_BOOL
  CANNOT_PARSE_QUOTED_STRING CANNOT_PARSE_ESCAPE_SEQUENCE CANNOT_PARSE_INPUT_ASSERTION_FAILED CANNOT_PARSE_IPV4
  CANNOT_PARSE_IPV6 CANNOT_PARSE_DOMAIN_VALUE_FROM_STRING CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN ATTEMPT_TO_READ_AFTER_EOF
  NOT_AN_AGGREGATE ILLEGAL_AGGREGATION AMBIGUOUS_IDENTIFIER AMBIGUOUS_COLUMN_NAME AMBIGUOUS_TABLE_NAME ALIAS_REQUIRED
  MULTIPLE_EXPRESSIONS_FOR_ALIAS CYCLIC_ALIASES ILLEGAL_DIVISION DECIMAL_OVERFLOW VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
  NOT_IMPLEMENTED UNSUPPORTED_METHOD FUNCTION_NOT_ALLOWED INCORRECT_RESULT_OF_SCALAR_SUBQUERY CANNOT_COMPILE_REGEXP
  UNION_ALL_RESULT_STRUCTURES_MISMATCH INTERSECT_OR_EXCEPT_RESULT_STRUCTURES_MISMATCH INVALID_JOIN_ON_EXPRESSION
  INVALID_LIMIT_EXPRESSION INVALID_WITH_FILL_EXPRESSION SIZES_OF_ARRAYS_DONT_MATCH SIZES_OF_ARRAYS_DOESNT_MATCH
  ZERO_ARRAY_OR_TUPLE_INDEX NOT_FOUND_COLUMN_IN_BLOCK THERE_IS_NO_COLUMN NO_SUCH_COLUMN_IN_TABLE EMPTY_LIST_OF_COLUMNS_QUERIED
  EMPTY_NESTED_TABLE BAD_TYPE_OF_FIELD LITERAL_IS_NOT_STRING_NOR_NUMBER AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS
  PARAMETERS_TO_AGGREGATE_FUNCTIONS_MUST_BE_LITERALS INCOMPATIBLE_TYPE_OF_JOIN TOO_DEEP_AST TOO_BIG_AST TOO_DEEP_SUBQUERIES
  TOO_MANY_COLUMNS TOO_LARGE_ARRAY_SIZE TOO_LARGE_STRING_SIZE ILLEGAL_PREWHERE ILLEGAL_FINAL SAMPLING_NOT_SUPPORTED
  UNEXPECTED_EXPRESSION UNEXPECTED_AST_STRUCTURE UNKNOWN_QUERY_PARAMETER EXPECTED_ALL_OR_ANY WINDOW_FUNCTION_NOT_ALLOWED
  CANNOT_FORMAT_DATETIME LIMIT_EXCEEDED UNKNOWN_ELEMENT_OF_ENUM
  QUERY_IS_PROHIBITED SUPPORT_IS_DISABLED`.split(/\s+/),
);
/** Codes of what a recursion or a nesting without end runs into. */
const tooDeep = new Set(['TOO_DEEP_RECURSION', 'TOO_DEEP_PIPELINE']);

const MAX_CHARACTERS = 500;

/** Where ClickHouse goes on with the statement that was run, in which our own tables stand. */
const ours =
  /[:.,]?\s+(?:in scope|in query|while processing|while executing|maybe you meant|in file|when processing)\b/i;

/** What ClickHouse said, without what belongs to us: the text that was run, and the name of the database. */
export function userError(error: unknown, database: string | undefined): unknown {
  if (error instanceof QueryRejected || error instanceof QueryTooHeavy || error instanceof StoreUnavailable)
    return error;
  const { type } = error as { readonly type?: unknown };
  if (typeof type !== 'string' || !(error instanceof Error)) return error;
  if (tooDeep.has(type)) return new QueryTooHeavy('went too deep: a recursion needs an end');
  if (!ofUsers.has(type)) return error;
  const [message = ''] = error.message.split(ours);
  return new QueryRejected(SQL_FIELD, withoutOurs(message, database).trim().slice(0, MAX_CHARACTERS));
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function withoutOurs(message: string, database: string | undefined): string {
  const text = message.replaceAll(uuids, '…').replaceAll(/lamppost_row\.?/g, '');
  return database === undefined ? text : text.replaceAll(`${database}.`, '').replaceAll(database, '…');
}
