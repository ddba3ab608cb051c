import type { LoadTarget, SegmentFile } from './load-target.ts';
import type { RecordLine } from './record-line.ts';
import { asFailed, onlyItems, type ParsedRecord, parseRecord, withoutItems } from './rewrite-record.ts';

export interface IsolationTools {
  readonly target: LoadTarget;
  readonly writeFile: (lines: readonly RecordLine[]) => Promise<SegmentFile>;
}

/**
 * Splits records that the store refused into parts that it takes. A single event that it refuses on its own is taken
 * out and kept as a failed event; everything else stays as it was.
 */
export async function isolatePoison(
  tools: IsolationTools,
  lines: readonly RecordLine[],
): Promise<readonly (readonly RecordLine[])[]> {
  const reason = await refusal(tools, lines);
  if (reason === undefined) return [lines];
  const [only] = lines;
  if (only === undefined) return [];
  if (lines.length === 1) return [[await withoutPoison(tools, only, reason)]];
  const middle = Math.ceil(lines.length / 2);
  const left = await isolatePoison(tools, lines.slice(0, middle));
  return [...left, ...(await isolatePoison(tools, lines.slice(middle)))];
}

async function withoutPoison(tools: IsolationTools, line: RecordLine, reason: string): Promise<RecordLine> {
  const record = parseRecord(line);
  if (record === undefined) throw new Error(`record ${line.sequence} was rejected and cannot be parsed: ${reason}`);
  if (record.items === undefined) return asFailed(record, reason);
  const all = record.items.flatMap((item, index) => (item === null ? [] : [index]));
  const poison = await poisonAmong(tools, record, all);
  return poison.length === 0 ? asFailed(record, reason) : withoutItems(record, new Set(poison), reason);
}

async function poisonAmong(tools: IsolationTools, record: ParsedRecord, indexes: readonly number[]): Promise<number[]> {
  if ((await refusal(tools, [onlyItems(record, new Set(indexes))])) === undefined) return [];
  if (indexes.length <= 1) return [...indexes];
  const middle = Math.ceil(indexes.length / 2);
  const left = await poisonAmong(tools, record, indexes.slice(0, middle));
  const right = await poisonAmong(tools, record, indexes.slice(middle));
  // Refused together and taken apart: no single one is to blame, so none of these can be stored.
  return left.length + right.length === 0 ? [...indexes] : [...left, ...right];
}

/** Why the store refuses these lines; throws when a single record fails for want of memory, which is not its fault. */
async function refusal(tools: IsolationTools, lines: readonly RecordLine[]): Promise<string | undefined> {
  const outcome = await tools.target.probe(await tools.writeFile(lines));
  if (outcome.outcome !== 'refused') return undefined;
  if (outcome.isTransient && lines.length === 1) throw new Error(`not loaded yet: ${outcome.reason}`);
  return outcome.reason;
}
