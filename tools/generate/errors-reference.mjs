/**
 * @param {Readonly<Record<string, { status: number, sentence: string }>>} codes
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
    ...Object.entries(codes).map(([code, { status, sentence }]) => `| \`${code}\` | ${status} | ${sentence} |`),
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
