import type { Format } from '../formats/detect-format.ts';
import { FieldLog, type FieldSummary } from '../formats/field-log.ts';

export interface ReasonCount {
  readonly reason: string;
  count: number;
  /** Where it was first met: `file:line`. */
  readonly first: string[];
}

export interface ImportSummary {
  readonly dry_run: boolean;
  readonly formats: readonly Format[];
  readonly files: number;
  readonly lines: number;
  readonly accepted: number;
  /** Of the accepted, those that the server had already; null when it could not tell. */
  readonly duplicates: number | null;
  readonly skipped: readonly ReasonCount[];
  readonly rejected: readonly ReasonCount[];
  readonly rejected_file: string | null;
  readonly fields: FieldSummary;
}

const MAX_PLACES = 5;
/** Reasons quote values: many lines may have one each. */
const MAX_REASONS = 50;
const OTHER = 'other reasons';

/** What an import has read, sent and left out. */
export class ImportReport {
  readonly fields = new FieldLog();
  readonly #formats = new Set<Format>();
  readonly #skipped = new Map<string, ReasonCount>();
  readonly #rejected = new Map<string, ReasonCount>();
  files = 0;
  lines = 0;
  accepted = 0;
  duplicates: number | null = null;
  rejectedCount = 0;

  format(format: Format): void {
    this.#formats.add(format);
  }

  skip(reason: string, place: string): void {
    count(this.#skipped, reason, place);
  }

  reject(reason: string, place: string): void {
    this.rejectedCount += 1;
    // Lines that differ in the value only are one reason.
    count(this.#rejected, reason.replace(/: ".*$/s, ''), place);
  }

  summary(isDryRun: boolean, rejectedFile: string | null): ImportSummary {
    return {
      dry_run: isDryRun,
      formats: [...this.#formats],
      files: this.files,
      lines: this.lines,
      accepted: this.accepted,
      duplicates: this.duplicates,
      skipped: [...this.#skipped.values()],
      rejected: [...this.#rejected.values()],
      rejected_file: rejectedFile,
      fields: this.fields.summary(),
    };
  }
}

function count(counts: Map<string, ReasonCount>, reason: string, place: string): void {
  const name = counts.has(reason) || counts.size < MAX_REASONS ? reason : OTHER;
  const known = counts.get(name);
  if (known === undefined) counts.set(name, { reason: name, count: 1, first: [place] });
  else {
    known.count += 1;
    if (known.first.length < MAX_PLACES) known.first.push(place);
  }
}
