/**
 * @param {Readonly<Record<string, { status: number, also?: readonly number[], sentence: string }>>} codes
 * @param {Readonly<Record<string, string>>} rejectReasons
 */
export function errorsReference(codes, rejectReasons) {
  return [
    '# Errors and reasons',
    '',
    'Errors are `{"error": {"code", "message", "details"?}}`. The codes are a closed list.',
    '',
    '| Code | Status | Meaning |',
    '| --- | --- | --- |',
    ...Object.entries(codes).map(
      ([code, { status, also = [], sentence }]) => `| \`${code}\` | ${[status, ...also].join(', ')} | ${sentence} |`,
    ),
    '',
    '413, 414 and 431: the body, the URL or the headers are too large. 503: something is unavailable for a moment; send the request again after the seconds in `Retry-After`.',
    '',
    '## Why an event or metric of a batch is refused',
    '',
    'The sentence is the `reason` in the answer; the name is the label in the metrics.',
    '',
    '| Name | Reason |',
    '| --- | --- |',
    ...Object.entries(rejectReasons).map(([name, sentence]) => `| \`${name}\` | ${sentence} |`),
    '',
  ].join('\n');
}
