import { isJsonObject, type JsonObject, limits } from '@lamppost/protocol';
import { contentId } from './content-id.ts';
import { readParquetBlocks } from './duckdb/read-parquet-blocks.ts';
import { type Container, detectFormat, type Format } from './formats/detect-format.ts';
import type { FieldLog } from './formats/field-log.ts';
import { mapAmplitude } from './formats/map-amplitude.ts';
import { mapEvents } from './formats/map-events.ts';
import { mapMixpanel } from './formats/map-mixpanel.ts';
import { mapPosthog } from './formats/map-posthog.ts';
import { mapSegment } from './formats/map-segment.ts';
import { type ColumnMap, mapTable } from './formats/map-table.ts';
import type { MapRow } from './formats/mapped-event.ts';
import type { OpenedInput } from './sources/find-inputs.ts';
import { readCsvBlocks } from './sources/read-csv-blocks.ts';
import { readLineBlocks } from './sources/read-line-blocks.ts';
import type { Row, RowBlocks } from './sources/row.ts';

/** A row that was read: an event that is ready to be sent, or why there is none. */
export interface PreparedRow {
  readonly line: number;
  readonly text: string;
  readonly json?: string;
  readonly skipped?: string;
  readonly fault?: string;
}

export interface PrepareOptions {
  /** Absent: by what the first row says. */
  readonly format?: Format | undefined;
  readonly columns: ColumnMap;
  readonly fields: FieldLog;
  /** Rows up to this line have been imported before. */
  readonly afterLine: number;
  readonly onFormat: (format: Format) => void;
}

/** Well below what a request can hold; the server refuses events above 32 KiB with a reason of its own. */
const MAX_EVENT_LENGTH = 512 * 1024;

/** Rows of an input as events, block by block. */
export async function* readPrepared(opened: OpenedInput, options: PrepareOptions): AsyncGenerator<PreparedRow[]> {
  let mapRow: MapRow | undefined;
  let seed: string | undefined;
  for await (const block of blocksOf(opened)) {
    const prepared: PreparedRow[] = [];
    for (const row of block) {
      seed ??= row.text;
      const value = row.fault === undefined ? parse(row) : undefined;
      if (value !== undefined && mapRow === undefined) {
        const format = options.format ?? detectFormat(value, opened.container);
        options.onFormat(format);
        mapRow = mapperOf(format, opened.container, options.columns);
      }
      if (row.line > options.afterLine) prepared.push(prepare(row, value, mapRow, seed, options.fields));
    }
    yield prepared;
  }
}

function blocksOf({ container, path, pieces }: OpenedInput): RowBlocks {
  if (container === 'parquet') return readParquetBlocks(path ?? '');
  return container === 'csv' ? readCsvBlocks(pieces) : readLineBlocks(pieces);
}

function mapperOf(format: Format, container: Container, columns: ColumnMap): MapRow {
  if (format === 'posthog') return mapPosthog;
  if (format === 'mixpanel') return mapMixpanel;
  if (format === 'amplitude') return mapAmplitude;
  if (format === 'segment') return mapSegment;
  return container === 'ndjson' && columns.size === 0 ? mapEvents : mapTable(columns);
}

function parse(row: Row): JsonObject | undefined {
  if (row.value !== undefined) return row.value;
  try {
    const value: unknown = JSON.parse(row.text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function prepare(
  { line, text, fault }: Row,
  value: JsonObject | undefined,
  mapRow: MapRow | undefined,
  seed: string,
  fields: FieldLog,
): PreparedRow {
  if (fault !== undefined) return { line, text, fault };
  if (value === undefined || mapRow === undefined) {
    return { line, text, fault: text.trimStart().startsWith('{') ? 'not JSON' : 'a JSON object is expected' };
  }
  const mapped = mapRow(value, fields);
  if ('fault' in mapped) return { line, text, fault: mapped.fault };
  if ('skipped' in mapped) return { line, text, skipped: mapped.skipped };
  const { event, isSame } = mapped;
  const isReady = isSame === true && event.event_id !== undefined && event.event_id.length <= limits.eventIdLength;
  if (event.event_id === undefined) event.event_id = contentId(seed, line, text);
  else if (event.event_id.length > limits.eventIdLength) event.event_id = contentId(event.event_id);
  const json = isReady ? text.trim() : JSON.stringify(event);
  if (json.length > MAX_EVENT_LENGTH) return { line, text, fault: 'the event is larger than 32 KiB' };
  return { line, text, json };
}
