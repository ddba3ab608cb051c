import { isAscii, isUtf8 } from 'node:buffer';
import { invalidBody, limits } from '@lamppost/protocol';
import { type JsonSurvey, surveyJson } from './survey-json.ts';
import { WalkFlags, walkValue } from './walk-value.ts';

export interface JsonBody {
  /** The JSON text's own bytes, without a byte order mark. */
  readonly bytes: Buffer;
  readonly text: string;
  readonly value: unknown;
  /** The bytes can be stored as they are: valid UTF-8, no NUL, surrogate or letter written as an escape, one `batch`. */
  readonly isClean: boolean;
  /** Some bytes were not UTF-8 and have been read as U+FFFD. */
  readonly hadForeignBytes: boolean;
  /** Written out again, no element of a batch has more bytes. */
  readonly maxElementBytes: number;
}

/**
 * A NUL, a letter, or any half of a surrogate pair, written as an escape. Well-formed pairs take the slow way too, which is
 * right; letters need no escape, and in one the name of a member could hide.
 */
const oddEscape = /\\u(?:0000|00[4-7]|[dD][89a-fA-F])/;

/** `survey`: what is known of these bytes already. */
export function readJson(received: Buffer, survey: JsonSurvey = surveyJson(received)): JsonBody {
  const bytes = withoutByteOrderMark(received);
  if (bytes.length === 0) throw invalidBody('The body is empty; JSON was expected');
  if (survey.isTooDeep) throw tooDeep();
  const isPlain = isAscii(bytes);
  const hadForeignBytes = !isPlain && !isUtf8(bytes);
  const text = isPlain ? bytes.toString('latin1') : bytes.toString('utf8');
  const isClean = !hadForeignBytes && !(text.includes('\\u') && oddEscape.test(text)) && !isBatchNamedTwice(text);
  const { maxElementBytes } = survey;
  return { bytes, text, value: parse(text), isClean, hadForeignBytes, maxElementBytes };
}

/**
 * Of two equal keys the parser keeps the last and the store the first: what is answered for must be what is stored.
 * Looks for `batch"` because a search that begins with a quote stops at every one of them and takes ten times as long.
 */
const isBatchNamedTwice = (text: string): boolean => isNamedMoreOften(text, 'batch', 1);

/** Whether a name stands in the text more often than one in each element explains; then one of them may hide another. */
export function isNamedMoreOften(text: string, name: string, times: number): boolean {
  const quoted = `${name}"`;
  let count = 0;
  for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + quoted.length)) {
    count += 1;
    if (count > times) return true;
  }
  return false;
}

export const tooDeep = () => invalidBody(`The body is nested deeper than ${limits.nestingLevels} levels`);

/** Members of a batch's body that nobody reads are held to the same nesting as those that are screened. */
export function refuseDeepExtras(body: Record<string, unknown>): void {
  for (const key in body) {
    if (key === 'batch' || key === 'context') continue;
    if ((walkValue(body[key], limits.nestingLevels - 1) & WalkFlags.tooDeep) !== 0) throw tooDeep();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof SyntaxError ? (/ at position \d+/.exec(error.message)?.[0] ?? '') : '';
    throw invalidBody(`The body is not valid JSON${why}`);
  }
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
