import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { RowBinaryWriter, readTexts } from '../../../engines/clickhouse/row-binary.ts';
import { makeFolder } from '../../../engines/files/make-folder.ts';
import { alterTable } from '../layouts/alter-table.ts';
import { type Layout, SINGLE_NODE, storedTable } from '../layouts/layout.ts';
import { landingSettingsOf } from '../layouts/layout-settings.ts';
import { systemRows } from '../layouts/system-rows.ts';

/** A segment as it stands in the landing table. */
export interface LandedSegment {
  readonly logId: string;
  readonly number: number;
  readonly lines: number;
  readonly bytes: number;
}

export const LANDING_TABLE = 'landing';

/** A partition for every ten minutes: what is loaded is dropped by the partition, which costs nothing. */
const PARTITION_MS = 600_000;

/**
 * Lines of sealed segments as they came from the edges' logs. A line that was sent twice stands there twice: readers take
 * each place once.
 */
export const landingColumns = {
  log_id: 'UUID',
  number: 'Int64',
  line: 'UInt32',
  shipped_ms: 'Int64',
  bytes: 'String CODEC(ZSTD(1))',
} as const;
export const landingOrder = 'log_id, number, line';
export const landingPartition = `intDiv(shipped_ms, ${PARTITION_MS})`;

/** With its columns: a later version of the table may have more. */
const LANDING_INTO = `${LANDING_TABLE} (${Object.keys(landingColumns).join(', ')})`;

const NEWLINE = 0x0a;

/** Sends a segment; resolves when the store has it on disk. */
export async function landSegments(
  client: ClickhouseClient,
  segments: readonly { readonly logId: string; readonly number: number; readonly content: Buffer }[],
  layout: Layout = SINGLE_NODE,
): Promise<readonly LandedSegment[]> {
  const rows = new RowBinaryWriter();
  const shippedMs = Date.now();
  const landed = segments.map(({ logId, number, content }) => {
    const lines = linesOf(content);
    lines.forEach((line, at) => {
      rows.uuid(logId).int64(number).uint32(at).int64(shippedMs).text(line);
    });
    return { logId, number, lines: lines.length, bytes: content.length };
  });
  if (rows.bytes > 0) await client.insertRows(LANDING_INTO, rows.take(), { settings: landingSettingsOf(layout) });
  return landed;
}

/** Writes a landed segment to a file as it was, and answers what is in it; throws when it is incomplete. */
export async function fetchSegment(client: ClickhouseClient, segment: LandedSegment, file: string): Promise<Buffer> {
  const { logId, number, lines, bytes } = segment;
  const answer = await client.bytes(
    `SELECT bytes FROM ${LANDING_TABLE} WHERE log_id = ${uuid(logId)} AND number = ${number}
      ORDER BY line LIMIT 1 BY line FORMAT RowBinary`,
  );
  const found = readTexts(await buffer(answer));
  const content = Buffer.concat(found);
  if (found.length !== lines || content.length !== bytes) {
    throw new Error(
      `segment ${number} of log ${logId} is incomplete in ClickHouse: ${found.length} of ${lines} lines, ${content.length} of ${bytes} bytes`,
    );
  }
  await makeFolder(dirname(file));
  await writeFile(file, content);
  return content;
}

/** Drops what was shipped before this moment: nothing of it waits any more. */
export async function dropLanded(client: ClickhouseClient, layout: Layout, beforeMs: number): Promise<void> {
  const rows = await client.rows(
    `SELECT DISTINCT partition FROM ${systemRows(layout, 'parts')} AND table = '${storedTable(layout, LANDING_TABLE)}' AND active`,
  );
  const last = Math.floor(beforeMs / PARTITION_MS);
  for (const [partition] of rows) {
    if (Number(partition) < last)
      await client.command(alterTable(layout, LANDING_TABLE, `DROP PARTITION ${Number(partition)}`));
  }
}

/** With their line ends, so that together they are the segment again. */
function linesOf(content: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(NEWLINE, start);
    const next = end === -1 ? content.length : end + 1;
    lines.push(content.subarray(start, next));
    start = next;
  }
  return lines;
}
