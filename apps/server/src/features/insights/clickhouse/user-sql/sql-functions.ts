/**
 * Which functions a statement of a user may call. A closed list: what another version of ClickHouse brings is refused
 * until somebody has looked at it. ClickHouse counts the memory that functions take, but it cannot be interrupted inside
 * of one: what can take any time or length of a few bytes is left out.
 */
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const operators = `and or not xor equals notEquals less greater lessOrEquals greaterOrEquals in notIn
  isNull isNotNull isDistinctFrom isNotDistinctFrom plus minus multiply divide modulo negate intDiv if multiIf
  caseWithExpression concat like notLike ilike notILike tuple tupleElement array arrayElement map CAST exists lambda
  grouping`;

const numbers = `abs divideOrNull gcd lcm ifNotFinite intDivOrNull intDivOrZero isFinite isInfinite isNaN max2 min2 mod
  moduloOrNull moduloOrZero positiveModulo pmod acos acosh asin asinh atan atan2 atanh cbrt ceil ceiling cos cosh degrees
  e erf erfc exp exp10 exp2 floor hypot lgamma ln log log10 log1p log2 pi pow power radians round roundBankers roundDown
  sigmoid sign sin sinh sqrt tan tanh tgamma trunc truncate width_bucket widthBucket greatest least clamp bitAnd bitOr
  bitXor bitNot bitShiftLeft bitShiftRight bitTest bitCount rand rand32 rand64 randCanonical`;

const texts = `ascii base64Decode base64Encode FROM_BASE64 TO_BASE64 CHAR_LENGTH CHARACTER_LENGTH lengthUTF8 length
  OCTET_LENGTH char concat_ws concatWithSeparator empty notEmpty endsWith endsWithUTF8 startsWith startsWithUTF8 extract
  extractAll extractAllGroups regexpExtract REGEXP_EXTRACT REGEXP_REPLACE REGEXP_MATCHES hex unhex initcap initcapUTF8
  lower lowerUTF8 lcase upper upperUTF8 ucase left leftUTF8 right rightUTF8 substring substr mid substringUTF8
  SUBSTRING_INDEX substringIndex ltrim rtrim trim trimBoth trimLeft trimRight match position positionCaseInsensitive
  positionCaseInsensitiveUTF8 positionUTF8 locate countMatches countSubstrings countSubstringsCaseInsensitive replace
  replaceAll replaceOne replaceRegexpAll replaceRegexpOne translate translateUTF8 reverse reverseUTF8 splitByChar
  splitByString splitByWhitespace splitByNonAlpha splitByRegexp alphaTokens arrayStringConcat array_to_string
  formatReadableDecimalSize formatReadableQuantity formatReadableSize formatReadableTimeDelta isValidUTF8 toValidUTF8
  domain domainWithoutWWW topLevelDomain firstSignificantSubdomain cutToFirstSignificantSubdomain cutWWW protocol path
  pathFull queryString fragment port netloc cutQueryString cutFragment cutQueryStringAndFragment cutURLParameter
  extractURLParameter extractURLParameters extractURLParameterNames decodeURLComponent encodeURLComponent cityHash64
  sipHash64 xxHash64 murmurHash3_64 farmHash64 halfMD5 MD5 SHA1 SHA256 crc32 sipHash128`;

const times = `now now64 today yesterday current_date curdate current_timestamp UTC_timestamp UTCTimestamp timezoneOf
  timezoneOffset toTimezone toTimeZone date_trunc dateTrunc date_diff dateDiff timestamp_diff timestampDiff age dateName
  monthName date_add dateAdd date_sub dateSub timestampAdd timestampSub addDate subDate addDays addHours addMinutes
  addMonths addQuarters addSeconds addMilliseconds addWeeks addYears addInterval subtractDays subtractHours
  subtractMinutes subtractMonths subtractQuarters subtractSeconds subtractMilliseconds subtractWeeks subtractYears
  subtractInterval formatDateTime DATE_FORMAT makeDate makeDate32 makeDateTime makeDateTime64 fromUnixTimestamp
  fromUnixTimestamp64Milli fromUnixTimestamp64Micro fromUnixTimestamp64Nano fromUnixTimestamp64Second toUnixTimestamp
  toUnixTimestamp64Milli toUnixTimestamp64Micro toUnixTimestamp64Nano toUnixTimestamp64Second toDayOfMonth toDayOfWeek
  toDayOfYear toDaysInMonth toHour toISOWeek toISOYear toLastDayOfMonth LAST_DAY toLastDayOfWeek toMicrosecond
  toMillisecond toMinute toMonday toMonth toQuarter toSecond toStartOfDay toStartOfFifteenMinutes toStartOfFiveMinutes
  toStartOfHour toStartOfISOYear toStartOfInterval toStartOfMillisecond toStartOfMinute toStartOfMonth toStartOfQuarter
  toStartOfSecond toStartOfTenMinutes toStartOfWeek toStartOfYear time_bucket date_bin toWeek week toYYYYMM toYYYYMMDD
  toYYYYMMDDhhmmss toYear toYearWeek yearweek timeSlot toRelativeDayNum toRelativeHourNum toRelativeMinuteNum
  toRelativeMonthNum toRelativeSecondNum toRelativeWeekNum toRelativeYearNum YEAR QUARTER MONTH DAY DAYOFMONTH DAYOFWEEK
  DAYOFYEAR HOUR MINUTE SECOND parseDateTime parseDateTimeOrNull parseDateTime64BestEffort
  parseDateTime64BestEffortOrNull parseDateTime64BestEffortOrZero parseDateTimeBestEffort parseDateTimeBestEffortOrNull
  parseDateTimeBestEffortOrZero toIntervalDay toIntervalHour toIntervalMillisecond toIntervalMinute toIntervalMonth
  toIntervalQuarter toIntervalSecond toIntervalWeek toIntervalYear toIntervalMicrosecond toIntervalNanosecond
  tumble tumbleStart tumbleEnd timestamp`;

const numberTypes = words('Int8 Int16 Int32 Int64 Int128 UInt8 UInt16 UInt32 UInt64 UInt128 Float32 Float64');
const casts = [
  ...[...numberTypes, 'Date', 'Date32', 'DateTime', 'DateTime64', 'UUID'].flatMap((type) => [
    `to${type}`,
    `to${type}OrNull`,
    `to${type}OrZero`,
    `to${type}OrDefault`,
  ]),
  ...['32', '64', '128'].flatMap((bits) => [`toDecimal${bits}`, `toDecimal${bits}OrNull`, `toDecimal${bits}OrZero`]),
  ...words('toBool toString toDecimalString toNullable toTypeName assumeNotNull accurateCast accurateCastOrNull DATE'),
];

const values = `coalesce ifNull nullIf isZeroOrNull firstNonDefault transform identity materialize toLowCardinality
  generateUUIDv4 generateUUIDv7 UUIDv7ToDateTime mapKeys mapValues mapContains mapContainsKey mapFilter mapApply
  mapFromArrays tupleConcat tuplePlus tupleMinus`;

const lists = `arrayJoin unnest arrayAll arrayAvg arrayCompact arrayConcat arrayCount arrayCumSum arrayDifference
  arrayDistinct arrayElementOrNull arrayEnumerate arrayEnumerateUniq arrayExcept arrayExists arrayFill arrayFilter
  arrayFirst arrayFirstIndex arrayFirstOrNull arrayFlatten flatten arrayIntersect arrayLast arrayLastIndex arrayLastOrNull
  arrayMap arrayMax arrayMin arrayPopBack arrayPopFront arrayProduct arrayPushBack arrayPushFront arrayReverse
  arrayReverseSort arraySlice arraySort arraySplit arraySum arrayUniq arrayZip countEqual has hasAll hasAny hasSubstr
  indexOf range emptyArrayString emptyArrayInt64 emptyArrayFloat64 emptyArrayToSingle`;

const json = `JSONExtract JSONExtractArrayRaw JSONExtractBool JSONExtractFloat JSONExtractInt JSONExtractKeys
  JSONExtractKeysAndValues JSONExtractKeysAndValuesRaw JSONExtractRaw JSONExtractString JSONExtractUInt JSONHas JSONKey
  JSONLength JSONArrayLength JSON_ARRAY_LENGTH JSONType JSON_EXISTS JSON_QUERY JSON_VALUE isValidJSON toJSONString
  simpleJSONExtractBool simpleJSONExtractFloat simpleJSONExtractInt simpleJSONExtractRaw simpleJSONExtractString
  simpleJSONExtractUInt simpleJSONHas`;

/** Each of them also with -If, -Distinct, -OrNull, -OrDefault behind it. */
const aggregates = `any any_value anyHeavy anyLast argMax argMin max_by min_by array_agg avg avgWeighted BIT_AND BIT_OR
  BIT_XOR corr count countDistinct covarPop covarSamp COVAR_POP COVAR_SAMP deltaSum entropy exponentialMovingAverage
  first_value last_value groupArray groupArrayLast groupArraySample groupArraySorted groupUniqArray groupBitAnd groupBitOr
  groupBitXor groupConcat group_concat string_agg histogram kurtPop kurtSamp max min sum sumCount sumKahan sumWithOverflow
  median medianExact medianTDigest quantile quantileExact quantileExactExclusive quantileExactInclusive quantileExactLow
  quantileExactHigh quantileExactWeighted quantileTDigest quantileTiming quantileDeterministic quantiles quantilesExact
  quantilesExactExclusive quantilesExactInclusive quantilesTDigest rankCorr retention skewPop skewSamp stddevPop stddevSamp
  stddevPopStable stddevSampStable STD STDDEV STDDEV_POP STDDEV_SAMP varPop varSamp VAR_POP VAR_SAMP simpleLinearRegression
  singleValueOrNull topK topKWeighted uniq uniqCombined uniqCombined64 uniqExact uniqHLL12 uniqUpTo windowFunnel
  intervalLengthSum maxIntersections mannWhitneyUTest studentTTest welchTTest`;

const windows = `row_number rank dense_rank denseRank percent_rank percentRank cume_dist ntile lag lead lagInFrame
  leadInFrame nth_value`;

const lowered = (text: string): string[] => words(text.toLowerCase());

const scalarNames = new Set([
  ...[operators, numbers, texts, times, values, lists, json, windows].flatMap(lowered),
  ...casts.map((name) => name.toLowerCase()),
]);
const aggregateNames = new Set(lowered(aggregates));

const combinator = /(?:if|distinct|ornull|ordefault)$/;

/** A name in another case is the same function, or none. */
export function isAllowedFunction(name: string): boolean {
  const lower = name.toLowerCase();
  return scalarNames.has(lower) || isAggregate(lower);
}

function isAggregate(name: string): boolean {
  if (aggregateNames.has(name)) return true;
  const shorter = name.replace(combinator, '');
  return shorter !== name && isAggregate(shorter);
}

/** What is left out because one call can take any time or memory. */
export const unboundedFunctions: Readonly<Record<string, string>> = {
  ...because(
    'can return unlimited text',
    'repeat space leftpad rightpad lpad rpad leftpadutf8 rightpadutf8 randomstring',
  ),
  ...because('can return unlimited lists', 'arraywithconstant arrayresize timeslots replicate'),
  ...because(
    'takes too long for long texts or lists',
    'editdistance editdistanceutf8 levenshteindistance damerauLevenshteinDistance jarosimilarity jarowinklersimilarity arrayfold',
  ),
  ...because('waits', 'sleep sleepeachrow'),
};

function because(reason: string, names: string): Record<string, string> {
  return Object.fromEntries(lowered(names).map((name) => [name, reason]));
}

/** For tests: every name of the list. */
export const allowedFunctions: readonly string[] = [
  ...[operators, numbers, texts, times, values, lists, json, aggregates, windows].flatMap(words),
  ...casts,
];
