import { GroupLedger } from './group-ledger.ts';
import type { RecordKind } from './log-record.ts';
import {
  type ControlLine,
  claimAt,
  claimedSequence,
  parseControlLine,
  parseObject,
  parseRecordLine,
} from './parse-line.ts';
import type { SealLine, SegmentHeader } from './segment-format.ts';
import type { Damage, DamageReason, ExpectedSegment, RecordSpan, SegmentReading } from './segment-reading.ts';

/** Reads any bytes: never throws, returns every record whose checksum holds and names every stretch that is damaged. */
export function readSegment(bytes: Buffer, expected: ExpectedSegment): SegmentReading {
  return new SegmentReader(bytes, expected).read();
}

/** Checksummed bytes that may be spent on finding a line behind bytes that lost their newline. */
const RESYNC_BUDGET_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

class SegmentReader {
  readonly #bytes: Buffer;
  readonly #expected: ExpectedSegment;
  readonly #ledger: GroupLedger;
  readonly #lines: RecordSpan[] = [];
  readonly #kinds = new Set<RecordKind>();
  readonly #damage: Damage[] = [];
  #header: SegmentHeader | undefined;
  #seal: { readonly line: SealLine; readonly start: number; readonly end: number } | undefined;
  #greatest = -1;
  /** Sequences seen, kept only once the order is broken. */
  #seen: Set<number> | undefined;
  /** Behind a damaged line a record must also parse: a split line must not pass for one of its own parts. */
  #isSuspect = false;
  #torn = 0;
  #resyncBudget = RESYNC_BUDGET_BYTES;

  constructor(bytes: Buffer, expected: ExpectedSegment) {
    this.#bytes = bytes;
    this.#expected = expected;
    this.#ledger = new GroupLedger((fault, group, at) => {
      if (fault === 'group_line_damaged') this.#report(group.start, 0, 'group');
      else this.#report(at, 0, 'missing');
    });
  }

  read(): SegmentReading {
    const bytes = this.#bytes;
    let at = 0;
    for (;;) {
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline === -1) break;
      if (!this.#takeLine(at, newline)) this.#resync(at, newline);
      at = newline + 1;
    }
    this.#finish(at);
    return this.#reading(at);
  }

  #takeLine(start: number, newline: number): boolean {
    const claim = claimAt(this.#bytes, start);
    if (claim === 'record') return this.#takeRecord(start, newline, this.#isSuspect);
    const control = claim === 'control' ? parseControlLine(this.#bytes, start, newline) : undefined;
    if (control === undefined) return false;
    this.#takeControl(control, start, newline);
    return true;
  }

  #takeRecord(start: number, newline: number, mustParse: boolean): boolean {
    const head = parseRecordLine(this.#bytes, start, newline);
    if (head === undefined) return false;
    if (mustParse && parseObject(this.#bytes, start, newline) === undefined) return false;
    this.#isSuspect = false;
    if (this.#isRepeated(head.sequence)) {
      this.#ledger.bad(start);
      this.#report(start, newline + 1 - start, 'repeated', head.sequence);
      return true;
    }
    this.#ledger.good(start);
    this.#lines.push({ start, end: newline + 1, sequence: head.sequence, kind: head.kind });
    this.#kinds.add(head.kind);
    return true;
  }

  #isRepeated(sequence: number): boolean {
    const isOrdered = sequence > this.#greatest;
    if (isOrdered) this.#greatest = sequence;
    else this.#seen ??= new Set(this.#lines.map((line) => line.sequence));
    if (this.#seen === undefined) return false;
    if (this.#seen.has(sequence)) return true;
    this.#seen.add(sequence);
    return false;
  }

  #takeControl(control: ControlLine, start: number, newline: number): void {
    if (this.#seal !== undefined) this.#report(this.#seal.start, this.#seal.end - this.#seal.start, 'seal');
    this.#seal = undefined;
    if (control.type === 'group') {
      this.#ledger.begin(control.group, start, newline + 1);
    } else if (control.type === 'seal') {
      this.#torn = control.seal.torn ?? 0;
      this.#ledger.close(start, this.#torn);
      this.#seal = { line: control.seal, start, end: newline + 1 };
    } else this.#takeHeader(control.header, start, newline);
  }

  #takeHeader(header: SegmentHeader, start: number, newline: number): void {
    const isExpected = header.log === this.#expected.logId && header.segment === this.#expected.number;
    const isFirst = this.#header === undefined && this.#lines.length === 0 && this.#ledger.groups.length === 0;
    if (isExpected && isFirst) this.#header = header;
    else this.#report(start, newline + 1 - start, 'header');
  }

  /** The line is damaged: it may hide a whole one whose predecessor lost its newline. */
  #resync(start: number, newline: number): void {
    const bytes = this.#bytes;
    let at = bytes.indexOf('{"', start + 1);
    while (at !== -1 && at < newline && this.#resyncBudget > 0) {
      const claim = claimAt(bytes, at);
      if (claim !== undefined) {
        this.#resyncBudget -= newline - at;
        if (this.#isWholeLine(claim, at, newline)) {
          this.#reportLine(start, at);
          this.#takeLine(at, newline);
          return;
        }
      }
      at = bytes.indexOf('{"', at + 1);
    }
    this.#reportLine(start, newline + 1);
  }

  #isWholeLine(claim: 'record' | 'control', start: number, newline: number): boolean {
    if (claim === 'control') return parseControlLine(this.#bytes, start, newline) !== undefined;
    const isSummed = parseRecordLine(this.#bytes, start, newline) !== undefined;
    return isSummed && parseObject(this.#bytes, start, newline) !== undefined;
  }

  #reportLine(start: number, end: number): void {
    const isRecord = claimAt(this.#bytes, start) === 'record';
    this.#ledger.bad(start);
    this.#isSuspect = true;
    const sequence = isRecord ? claimedSequence(this.#bytes, start, end) : undefined;
    this.#report(start, end - start, isRecord ? 'record' : 'unreadable', sequence);
  }

  #report(offset: number, length: number, reason: DamageReason, sequence?: number): void {
    this.#damage.push({ offset, length, reason, ...(sequence === undefined ? {} : { sequence }) });
  }

  #finish(tail: number): void {
    const end = this.#bytes.length;
    const torn = this.#ledger.tornAt(end);
    if (this.#seal === undefined) {
      this.#torn = torn ?? 0;
      const isGroupThere = torn === undefined && tail < end && this.#ledger.groups.at(-1)?.end === end;
      if (isGroupThere) this.#ledger.bad(tail);
      if (tail < end) this.#report(tail, end - tail, isGroupThere ? 'unreadable' : 'torn');
      this.#ledger.close(isGroupThere ? end : tail, this.#torn);
      this.#report(end, 0, 'unsealed');
    } else if (tail < end) this.#report(tail, end - tail, 'seal');
    const [first] = this.#lines;
    if (this.#header === undefined || (first !== undefined && first.sequence !== this.#header.first)) {
      this.#report(0, 0, 'header');
    }
    if (!this.#ledger.isContinuous) this.#report(0, 0, 'group');
    if (this.#seal !== undefined && !this.#isSealRight(this.#seal)) {
      this.#report(this.#seal.start, 0, 'seal');
    }
  }

  #isSealRight({ line, start, end }: { line: SealLine; start: number; end: number }): boolean {
    const groups = this.#ledger.groups;
    const lastGroup = groups.at(-1);
    return (
      line.segment === this.#expected.number &&
      line.bytes === start &&
      end === this.#bytes.length &&
      (line.records === this.#lines.length || line.records === this.#lines.length + this.#ledger.missing) &&
      line.groups === groups.length &&
      (this.#lines.length === 0 || line.next === this.#greatest + 1) &&
      (lastGroup === undefined || line.nextGroup === lastGroup.seq + 1)
    );
  }

  #reading(lineBytes: number): SegmentReading {
    const [first] = this.#lines;
    const groups = this.#ledger.groups;
    const seal = this.#seal?.line;
    const next = Math.max(this.#greatest + 1, seal?.next ?? 0, this.#header?.first ?? 0);
    const nextGroup = seal?.nextGroup ?? (groups.length > 0 ? (groups.at(-1)?.seq ?? 0) + 1 : undefined);
    return {
      isWhole: this.#damage.length === 0,
      ...(this.#header === undefined ? {} : { header: this.#header }),
      ...(seal === undefined ? {} : { seal }),
      lines: this.#lines,
      records: this.#lines.length,
      kinds: this.#kinds,
      ...(first === undefined ? {} : { firstSequence: first.sequence }),
      ...(next > 0 ? { nextSequence: next } : {}),
      groups,
      ...(groups[0] === undefined ? {} : { firstGroup: groups[0].seq }),
      ...(nextGroup === undefined ? {} : { nextGroup }),
      damage: this.#damage,
      torn: this.#torn,
      missingRecords: this.#missingRecords(seal),
      lineBytes,
    };
  }

  #missingRecords(seal: SealLine | undefined): number {
    const announced = this.#ledger.missing;
    if (seal === undefined || this.#ledger.isComplete) return announced;
    return Math.max(announced, seal.records - this.#lines.length);
  }
}
