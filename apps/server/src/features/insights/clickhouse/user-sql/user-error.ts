import { QueryRejected, QueryTooHeavy, StoreUnavailable } from '../../../../analytics/analytics-store.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';

/**
 * Numbers of errors, with their names beside them for people: the name that the client finds in a message can be a word
 * of the statement.
 */
const codes = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).map((code) => code.replace(/:.*/, '')));

/** Errors that the statement itself is to blame for: it would fail again. */
const ofUsers = codes(
  `1:UNSUPPORTED_METHOD 2:UNSUPPORTED_PARAMETER 6:CANNOT_PARSE_TEXT 8:THERE_IS_NO_COLUMN
  9:SIZES_OF_COLUMNS_DOESNT_MATCH 10:NOT_FOUND_COLUMN_IN_BLOCK 11:POSITION_OUT_OF_BOUND 12:PARAMETER_OUT_OF_BOUND
  13:SIZES_OF_COLUMNS_IN_TUPLE_DOESNT_MATCH 15:DUPLICATE_COLUMN 16:NO_SUCH_COLUMN_IN_TABLE
  20:NUMBER_OF_COLUMNS_DOESNT_MATCH 25:CANNOT_PARSE_ESCAPE_SEQUENCE 26:CANNOT_PARSE_QUOTED_STRING
  27:CANNOT_PARSE_INPUT_ASSERTION_FAILED 32:ATTEMPT_TO_READ_AFTER_EOF 34:TOO_MANY_ARGUMENTS_FOR_FUNCTION
  35:TOO_FEW_ARGUMENTS_FOR_FUNCTION 36:BAD_ARGUMENTS 38:CANNOT_PARSE_DATE 41:CANNOT_PARSE_DATETIME
  42:NUMBER_OF_ARGUMENTS_DOESNT_MATCH 43:ILLEGAL_TYPE_OF_ARGUMENT 44:ILLEGAL_COLUMN 46:UNKNOWN_FUNCTION
  47:UNKNOWN_IDENTIFIER 48:NOT_IMPLEMENTED 50:UNKNOWN_TYPE 51:EMPTY_LIST_OF_COLUMNS_QUERIED 53:TYPE_MISMATCH
  59:ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER 60:UNKNOWN_TABLE 62:SYNTAX_ERROR 63:UNKNOWN_AGGREGATE_FUNCTION
  69:ARGUMENT_OUT_OF_BOUND 70:CANNOT_CONVERT_TYPE 72:CANNOT_PARSE_NUMBER 80:INCORRECT_QUERY 117:INCORRECT_DATA
  121:UNSUPPORTED_JOIN_KEYS 124:INCORRECT_ELEMENT_OF_SET 125:INCORRECT_RESULT_OF_SCALAR_SUBQUERY 127:ILLEGAL_INDEX
  128:TOO_LARGE_ARRAY_SIZE 130:CANNOT_READ_ARRAY_FROM_TEXT 131:TOO_LARGE_STRING_SIZE
  133:AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS 134:PARAMETERS_TO_AGGREGATE_FUNCTIONS_MUST_BE_LITERALS
  135:ZERO_ARRAY_OR_TUPLE_INDEX 141:SAMPLING_NOT_SUPPORTED 153:ILLEGAL_DIVISION 161:TOO_MANY_COLUMNS
  162:TOO_DEEP_SUBQUERIES 164:READONLY 167:TOO_DEEP_AST 168:TOO_BIG_AST 169:BAD_TYPE_OF_FIELD 170:BAD_GET
  174:CYCLIC_ALIASES 179:MULTIPLE_EXPRESSIONS_FOR_ALIAS 181:ILLEGAL_FINAL 182:ILLEGAL_PREWHERE
  183:UNEXPECTED_EXPRESSION 184:ILLEGAL_AGGREGATION 190:SIZES_OF_ARRAYS_DONT_MATCH 206:ALIAS_REQUIRED
  207:AMBIGUOUS_IDENTIFIER 208:EMPTY_NESTED_TABLE 215:NOT_AN_AGGREGATE 223:UNEXPECTED_AST_STRUCTURE
  258:UNION_ALL_RESULT_STRUCTURES_MISMATCH 264:INCOMPATIBLE_TYPE_OF_JOIN 290:LIMIT_EXCEEDED
  309:FUNCTION_CANNOT_HAVE_PARAMETERS 321:VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE 344:SUPPORT_IS_DISABLED
  349:CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN 352:AMBIGUOUS_COLUMN_NAME 353:INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE
  376:CANNOT_PARSE_UUID 377:ILLEGAL_SYNTAX_FOR_DATA_TYPE 378:DATA_TYPE_CANNOT_HAVE_ARGUMENTS 386:NO_COMMON_TYPE
  392:QUERY_IS_PROHIBITED 403:INVALID_JOIN_ON_EXPRESSION 407:DECIMAL_OVERFLOW 417:EXPECTED_ALL_OR_ANY
  427:CANNOT_COMPILE_REGEXP 440:INVALID_LIMIT_EXPRESSION 441:CANNOT_PARSE_DOMAIN_VALUE_FROM_STRING
  446:FUNCTION_NOT_ALLOWED 455:SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY 456:UNKNOWN_QUERY_PARAMETER 467:CANNOT_PARSE_BOOL
  475:INVALID_WITH_FILL_EXPRESSION 476:WITH_TIES_WITHOUT_ORDER_BY 490:CANNOT_FORMAT_DATETIME
  527:NO_SUITABLE_FUNCTION_IMPLEMENTATION 557:UNKNOWN_UNION 558:EXPECTED_ALL_OR_DISTINCT
  596:INTERSECT_OR_EXCEPT_RESULT_STRUCTURES_MISMATCH 632:UNEXPECTED_DATA_AFTER_PARSED_VALUE 675:CANNOT_PARSE_IPV4
  676:CANNOT_PARSE_IPV6 691:UNKNOWN_ELEMENT_OF_ENUM 703:INVALID_IDENTIFIER 721:DEPRECATED_FUNCTION`,
);
/** It took more than it may have. */
const tooHeavy = codes(
  `158:TOO_MANY_ROWS 159:TIMEOUT_EXCEEDED 160:TOO_SLOW 191:SET_SIZE_LIMIT_EXCEEDED 241:MEMORY_LIMIT_EXCEEDED
  306:TOO_DEEP_RECURSION 307:TOO_MANY_BYTES 396:TOO_MANY_ROWS_OR_BYTES`,
);

const MAX_CHARACTERS = 500;

/** Where ClickHouse goes on with the statement that was run, in which our own tables stand. */
const ours =
  /[:.,]?\s+(?:in scope|in query|while processing|while executing|maybe you meant|in file|when processing)\b/i;

/** What ClickHouse said, without what belongs to us: the text that was run, and the name of the database. */
export function userError(error: unknown, database: string | undefined): unknown {
  if (error instanceof QueryRejected || error instanceof QueryTooHeavy || error instanceof StoreUnavailable)
    return error;
  const code = codeOf(error);
  if (!(error instanceof Error) || code === undefined) return error;
  if (tooHeavy.has(code)) return new QueryTooHeavy('needs more time or memory than a query may use');
  if (!ofUsers.has(code)) return error;
  const [message = ''] = error.message.split(ours);
  return new QueryRejected(SQL_FIELD, withoutOurs(message, database).trim().slice(0, MAX_CHARACTERS));
}

export const SYNTAX_ERROR = '62';

/** Undefined for what is no error of a statement. */
export function codeOf(error: unknown): string | undefined {
  const { code, type } = error as { readonly code?: unknown; readonly type?: unknown };
  return typeof type === 'string' && typeof code === 'string' ? code : undefined;
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function withoutOurs(message: string, database: string | undefined): string {
  const text = message.replaceAll(uuids, '…').replaceAll(/\b(?:lamppost_row|__table\d+)\.?/g, '');
  return database === undefined ? text : text.replaceAll(`${database}.`, '').replaceAll(database, '…');
}
