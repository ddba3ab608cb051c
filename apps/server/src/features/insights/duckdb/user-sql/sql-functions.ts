/**
 * Which functions a statement of a user may call, and how much memory each can take. A closed list: what a new DuckDB
 * brings is refused until somebody has looked at it (sql-functions.test.ts fails until every function stands on one
 * side, and when one that makes texts or lists is said to be of fixed size).
 */

/** How many bytes a function can make of its arguments. DuckDB counts none of them, and cannot be interrupted. */
export type Growth =
  /** A number, a time, a truth: nothing that grows. */
  | { readonly kind: 'fixed' }
  /** The same, but it takes long for long arguments; DuckDB cannot be interrupted meanwhile either. */
  | { readonly kind: 'slow'; readonly reads: 'text' | 'any' }
  /** `times` the arguments, and `plus`. `text`: the arguments named by their places are texts; else of any type. */
  | {
      readonly kind: 'linear';
      readonly reads: 'text' | 'any';
      readonly makes: 'text' | 'other';
      readonly places?: readonly number[];
      readonly times: number;
      readonly plus: number;
    }
  /** One value of many rows. DuckDB counts what it gathers, or can be interrupted; how long it is, is seen afterwards. */
  | { readonly kind: 'gathered'; readonly canBeWindow: boolean }
  /** As long as its content has it: seen afterwards. DuckDB counts what it takes. */
  | { readonly kind: 'measured' }
  /** By a rule of its own, in growth-rules.ts. */
  | { readonly kind: 'rule'; readonly rule: GrowthRule };

export type GrowthRule =
  | 'replace'
  | 'left'
  | 'substring'
  | 'split'
  | 'search'
  | 'like'
  | 'regexp'
  | 'regexp_list'
  | 'regexp_test'
  | 'regexp_replace'
  | 'concat'
  | 'concat_ws'
  | 'format'
  | 'join'
  | 'aggregate'
  | 'select'
  | 'structure'
  | 'extract'
  | 'transform'
  | 'reduce';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

type Table = Readonly<Record<string, Growth>>;
const each = (growth: Growth, names: string): Table =>
  Object.fromEntries(words(names.toLowerCase()).map((name) => [name, growth]));

const fixed: Growth = { kind: 'fixed' };
const slow = (reads: 'text' | 'any'): Growth => ({ kind: 'slow', reads });
type Linear = Extract<Growth, { kind: 'linear' }>;
/** Texts of texts; without places, all arguments are. */
const text = (times: number, plus = 0, places?: readonly number[]): Linear => ({
  kind: 'linear',
  reads: 'text',
  makes: 'text',
  times,
  plus,
  ...(places === undefined ? {} : { places }),
});
const any = (times: number, plus = 0, places?: readonly number[]): Linear => ({
  ...text(times, plus, places),
  reads: 'any',
  makes: 'other',
});
/** Texts of anything. */
const textOfAny = (times: number, plus: number): Linear => ({ ...any(times, plus), makes: 'text' });
/** A member of a list of texts takes 16 bytes, and can be one character long. */
export const BYTES_OF_SPLIT = 18;
const membersOfText: Linear = { ...text(BYTES_OF_SPLIT, 32, [0]), makes: 'other' };
const rule = (name: GrowthRule): Growth => ({ kind: 'rule', rule: name });

const FIRST = [0];

const operators: Table = {
  ...each(fixed, '!__postfix % && * ** - / // <-> <=> <@ @ @> ^ ^@ ~~~'),
  ...each(rule('like'), '~~ !~~ ~~* !~~*'),
  // Lists and bits can be added up as well.
  ...each(any(1), '+ & | << >> ~'),
  ...each(rule('concat'), '||'),
  ...each(rule('extract'), '-> ->>'),
};

const numbers: Table = {
  ...each(
    fixed,
    `abs acos acosh asin asinh atan atan2 atanh bit_count cbrt ceil ceiling cos cosh cot degrees divide even exp
    factorial fdiv floor fmod gamma gcd greatest_common_divisor isfinite isinf isnan lcm least_common_multiple lgamma ln
    log log10 log2 mod multiply nextafter pi pow power radians random round round_even roundbankers sign signbit sin
    sinh sqrt subtract tan tanh trunc`,
  ),
  ...each(any(1), 'add xor'),
};

const texts: Table = {
  ...each(
    fixed,
    `ascii bit_length bit_position char_length character_length ends_with get_bit hash len length length_grapheme
    md5_number md5_number_lower md5_number_upper octet_length ord parse_formatted_bytes prefix starts_with strlen suffix
    unicode`,
  ),
  ...each(slow('text'), 'hamming jaccard mismatches'),
  ...each(rule('search'), 'contains instr position strpos'),
  ...each(rule('like'), 'ilike_escape like_escape not_ilike_escape not_like_escape'),
  ...each(rule('regexp_test'), 'regexp_full_match regexp_matches'),
  ...each(text(0, 64, []), 'chr format_bytes formatReadableDecimalSize formatReadableSize'),
  ...each(textOfAny(1, 64), 'md5 sha1 sha256'),
  ...each(
    text(1, 0, FIRST),
    'left_grapheme parse_dirname parse_dirpath parse_filename right_grapheme strip_accents substring_grapheme',
  ),
  ...each(text(1), 'encode from_base64 from_binary from_hex ltrim reverse rtrim trim unbin unhex url_decode'),
  // A letter can take one byte more in the other case.
  ...each(text(2), 'lcase lower ucase upper'),
  ...each(text(3), 'nfc_normalize url_encode'),
  ...each(text(4), 'regexp_escape translate'),
  ...each(textOfAny(2, 64), 'base64 decode to_base64 set_bit'),
  ...each(textOfAny(3, 32), 'hex to_hex'),
  ...each(textOfAny(8, 128), 'bin to_binary'),
  ...each(membersOfText, 'parse_path'),
  ...each(rule('split'), 'split split_part str_split string_split string_to_array'),
  ...each(rule('regexp'), 'regexp_extract'),
  ...each(rule('regexp_list'), 'regexp_extract_all regexp_split_to_array str_split_regex string_split_regex'),
  ...each(rule('regexp_replace'), 'regexp_replace'),
  ...each(rule('replace'), 'replace'),
  ...each(rule('left'), 'left right'),
  ...each(rule('substring'), 'substr substring'),
  ...each(rule('concat'), 'concat'),
  ...each(rule('concat_ws'), 'concat_ws'),
  ...each(rule('format'), 'format printf'),
  ...each(rule('join'), 'array_to_string array_to_string_comma_default'),
};

const times: Table = {
  ...each(
    fixed,
    `age ago century current_date current_localtime current_localtimestamp date_diff date_part date_sub date_trunc
    datediff datepart datesub datetrunc day dayofmonth dayofweek dayofyear days_in_month decade epoch epoch_ms epoch_ns
    epoch_us era get_current_time get_current_timestamp hour isodow isoyear julian last_day make_date make_time
    make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium millisecond minute month
    nanosecond normalized_interval now quarter second strptime time_bucket timezone timezone_hour timezone_minute
    to_centuries to_days to_decades to_hours to_microseconds to_millennia to_milliseconds to_minutes to_months
    to_quarters to_seconds to_timestamp to_weeks to_years today transaction_timestamp try_strptime week weekday
    weekofyear year yearweek`,
  ),
  ...each(text(0, 32, []), 'dayname monthname'),
  // "%c", two characters, is a whole date.
  ...each(textOfAny(16, 0), 'strftime'),
  // It adds whatever it is given.
  ...each(any(1), 'date_add'),
};

const values: Table = {
  ...each(
    fixed,
    `cardinality gen_random_uuid get_type map_contains map_contains_entry map_contains_value struct_contains struct_has
    struct_indexof struct_keys struct_position typeof union_tag uuid uuid_extract_timestamp uuid_extract_version uuidv4
    uuidv7`,
  ),
  ...each(
    any(1),
    `element_at greatest least map_extract map_extract_value row struct_concat struct_extract struct_extract_at
    struct_insert struct_pack struct_update struct_values union_extract union_value`,
  ),
  ...each(any(1, 0, FIRST), 'nullif'),
  ...each(any(3), 'map map_concat map_entries map_from_entries map_keys map_values'),
};

const lists: Table = {
  ...each(
    fixed,
    `array_contains array_cosine_distance array_cosine_similarity array_cross_product array_distance array_dot_product
    array_has array_has_all array_has_any array_indexof array_inner_product array_length array_negative_dot_product
    array_negative_inner_product array_position array_unique list_approx_count_distinct list_avg list_bool_and
    list_bool_or list_contains list_cosine_distance list_cosine_similarity list_count list_distance list_dot_product
    list_entropy list_has list_has_all list_has_any list_indexof list_inner_product list_kurtosis list_kurtosis_pop
    list_mad list_negative_dot_product list_negative_inner_product list_position list_product list_sem list_skewness
    list_stddev_pop list_stddev_samp list_sum list_unique list_var_pop list_var_samp`,
  ),
  ...each(
    any(1),
    `array_extract array_pop_back array_pop_front array_reverse array_slice list_any_value list_bit_and list_bit_or
    list_bit_xor list_element list_extract list_first list_last list_max list_median list_min list_mode list_reverse
    list_slice`,
  ),
  ...each(
    any(2, 32),
    `array_append array_cat array_concat array_intersect array_prepend array_push_back array_push_front array_value
    array_where flatten list_append list_cat list_concat list_intersect list_pack list_prepend list_value list_where
    unpivot_list`,
  ),
  ...each(
    any(4),
    `array_distinct array_grade_up array_reverse_sort array_sort array_zip grade_up list_distinct list_grade_up
    list_histogram list_reverse_sort list_sort list_string_agg list_zip`,
  ),
  ...each(rule('aggregate'), 'aggregate array_aggr array_aggregate list_aggr list_aggregate'),
  ...each(rule('select'), 'array_select list_select'),
  ...each(
    rule('transform'),
    'apply array_apply array_filter array_transform filter list_apply list_filter list_transform',
  ),
  ...each(rule('reduce'), 'array_reduce list_reduce reduce'),
};

const json: Table = {
  ...each(slow('any'), 'json_array_length json_contains json_exists json_type json_valid'),
  ...each(text(1, 0, FIRST), 'json'),
  ...each(text(2), 'json_merge_patch'),
  ...each(text(12, 0, FIRST), 'json_structure'),
  ...each(membersOfText, 'json_keys'),
  // Quotes become two characters, and control characters six; DuckDB counts these itself.
  ...each(textOfAny(3, 16), 'array_to_json json_array json_object json_quote row_to_json to_json'),
  // With as many spaces in a line as it is nested.
  ...each({ kind: 'measured' }, 'json_pretty'),
  ...each(rule('extract'), 'json_extract json_extract_path json_extract_path_text json_extract_string json_value'),
  ...each(rule('structure'), 'from_json from_json_strict json_transform json_transform_strict'),
};

const aggregates: Table = {
  ...each(
    fixed,
    `approx_count_distinct approx_quantile avg bool_and bool_or corr count count_if count_star countif covar_pop
    covar_samp cume_dist dense_rank entropy favg fsum geomean geometric_mean is_histogram_other_bin kahan_sum kurtosis
    kurtosis_pop mad mean ntile percent_rank product quantile_cont rank rank_dense regr_avgx regr_avgy regr_count
    regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy row_number sem skewness stddev stddev_pop stddev_samp
    sum sum_no_overflow sumkahan var_pop var_samp variance wavg weighted_avg`,
  ),
  ...each(
    { kind: 'gathered', canBeWindow: true },
    `any_value arbitrary arg_max arg_max_null arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax argmin
    bit_and bit_or bit_xor fill first first_value lag last last_value lead max max_by median min min_by mode nth_value
    quantile quantile_disc`,
  ),
  // As windows they would make such a value for every row, which nobody counts.
  ...each(
    { kind: 'gathered', canBeWindow: false },
    `approx_top_k array_agg group_concat histogram histogram_exact json_group_array json_group_object
    json_group_structure list listagg string_agg`,
  ),
  // Rows of a list, one by one.
  ...each({ kind: 'gathered', canBeWindow: false }, 'generate_subscripts regexp_split_to_table unnest'),
};

const functions: ReadonlyMap<string, Growth> = new Map(
  Object.entries({ ...operators, ...numbers, ...texts, ...times, ...values, ...lists, ...json, ...aggregates }),
);

export const allowedFunctions: ReadonlySet<string> = new Set(functions.keys());

/** Undefined for what is not on the list. */
export const growthOf = (name: string): Growth | undefined => functions.get(name);

/** In FROM. All of them give rows one by one, so that a long series ends with its time. */
export const allowedTableFunctions: ReadonlySet<string> = new Set(
  words('unnest generate_series range json_each json_tree'),
);

/** Macros of DuckDB that name an argument more than once: nested, they multiply before anything runs. */
export const repeatedArguments: Readonly<Record<string, number>> = {
  array_pop_back: 2,
  array_to_string: 2,
  array_to_string_comma_default: 2,
  fmod: 3,
  json_group_array: 2,
  json_group_object: 2,
  json_group_structure: 2,
  nullif: 2,
  round_even: 3,
  roundbankers: 3,
  split_part: 2,
  wavg: 2,
  weighted_avg: 2,
};

/**
 * Refused because one call can take any amount of time or memory, and DuckDB neither counts it nor can be interrupted
 * while it works.
 */
export const unboundedFunctions: Readonly<Record<string, string>> = {
  ...because('can return unlimited text', 'repeat lpad rpad bar to_base bitstring bitstring_agg'),
  ...because('can return unlimited lists; in FROM it is allowed', 'range generate_series'),
  ...because('can return unlimited lists', 'list_resize array_resize equi_width_bins reservoir_quantile'),
  ...because(
    'takes too long for long texts',
    'levenshtein editdist3 damerau_levenshtein jaro_similarity jaro_winkler_similarity',
  ),
};

/** Refused because they are about the database itself, its settings, its session or its surroundings. */
export const internalFunctions: readonly RegExp[] = [
  /^__internal_|^icu_|^pg_|^has_|^inet_|^current_(?:catalog|connection_id|database|query|query_id|role|schema|schemas|setting|transaction_id|user)$/,
  /^(?:session_user|user|version|txid_current|in_search_path|getvariable|setseed|currval|nextval|get_block_size)$/,
  /^(?:col_description|obj_description|shobj_description|format_pg_type|format_type|map_to_pg_oid)$/,
  /^(?:error|sleep_ms|write_log|parse_duckdb_log_message|stats|vector_type|alias)$/,
  /^json_(?:serialize_sql|deserialize_sql|serialize_plan|execute_serialized_sql)$/,
  /^(?:combine|finalize|create_sort_key|constant_or_null|can_cast_implicitly|cast_to_type|make_type|replace_type)$/,
  /^(?:remap_struct|switch|timetz_byte_comparable|enum_\w+|st_\w+|variant_\w+)$/,
];

/** Where there is no column of that name, DuckDB takes these for functions of the session. */
export const sessionNames: ReadonlySet<string> = new Set(
  words('current_catalog current_database current_role current_schema current_user session_user'),
);

function because(reason: string, names: string): Record<string, string> {
  return Object.fromEntries(words(names).map((name) => [name, reason]));
}
