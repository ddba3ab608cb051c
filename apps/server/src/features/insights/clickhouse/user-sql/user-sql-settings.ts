import type { StatementOptions } from '../../../../engines/clickhouse/clickhouse-client.ts';

const MB = 1024 * 1024;

/**
 * What a statement of a user may take. ClickHouse counts the memory of all that a query makes, and looks at the time
 * between blocks, so blocks are small.
 */
const LIMITS = {
  max_memory_usage: String(1024 * MB),
  max_threads: 2,
  max_block_size: '8192',
  preferred_block_size_bytes: '262144',
  max_rows_in_set: '5000000',
  max_bytes_in_set: String(256 * MB),
  set_overflow_mode: 'throw',
  max_rows_in_join: '20000000',
  max_bytes_in_join: String(512 * MB),
  join_overflow_mode: 'throw',
  max_rows_to_group_by: '20000000',
  group_by_overflow_mode: 'throw',
  max_rows_to_sort: '50000000',
  max_bytes_to_sort: String(512 * MB),
  sort_overflow_mode: 'throw',
  max_rows_in_distinct: '20000000',
  max_bytes_in_distinct: String(256 * MB),
  distinct_overflow_mode: 'throw',
  // What does not fit into memory is refused: disks are shared by everybody.
  max_bytes_before_external_group_by: '0',
  max_bytes_before_external_sort: '0',
  max_bytes_ratio_before_external_group_by: 0,
  max_bytes_ratio_before_external_sort: 0,
  timeout_overflow_mode: 'throw',
  function_range_max_elements_in_block: '10000000',
  max_recursive_cte_evaluation_depth: '1000',
  max_subquery_depth: '200',
  max_columns_to_read: '1000',
  // The change log comes along in the text.
  max_query_size: String(32 * MB),
  max_ast_depth: '1000',
  max_ast_elements: '100000',
  max_expanded_ast_elements: '500000',
  max_parser_depth: '1000',
} as const;

/**
 * What a user asks of rows is worked out after those of others were left out (see visible.ts), never before or beside
 * that: otherwise a cast that fails would tell what others have. So nothing is moved; the primary key is used all the same.
 */
const BARRIER = {
  query_plan_enable_optimizations: 0,
  optimize_move_to_prewhere: 0,
  enable_optimize_predicate_expression: 0,
} as const;

const LANGUAGE = {
  enable_analyzer: 1,
  enable_positional_arguments: 1,
  prefer_column_name_to_alias: 0,
  union_default_mode: 'DISTINCT',
  intersect_default_mode: 'DISTINCT',
  except_default_mode: 'DISTINCT',
  // An aggregate of nothing is NULL, as in DuckDB; count stays 0.
  aggregate_functions_null_for_empty: 1,
  cast_keep_nullable: 1,
  allow_ddl: 0,
  allow_introspection_functions: 0,
  cancel_http_readonly_queries_on_client_close: 1,
} as const;

const TEXT_FORM = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 1,
  output_format_json_validate_utf8: 1,
  output_format_json_named_tuples_as_objects: 1,
  date_time_output_format: 'iso',
} as const;

/** Settings of a statement of a user; `tableFilters` is the second wall (see store-catalog.ts). */
export const userSqlSettings = (tableFilters: string): NonNullable<StatementOptions['settings']> => ({
  ...LIMITS,
  ...BARRIER,
  ...LANGUAGE,
  ...TEXT_FORM,
  additional_table_filters: tableFilters as never,
});

/** Of looking at a statement, which reads nothing. */
export const PARSE_SETTINGS = {
  max_query_size: String(MB),
  max_ast_depth: '1000',
  max_ast_elements: '50000',
  max_parser_depth: '1000',
} as const;
