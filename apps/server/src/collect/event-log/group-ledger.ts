import type { GroupLine } from './segment-format.ts';

/** Where a commit group stands in its segment. */
export interface GroupSpan {
  readonly seq: number;
  readonly count: number;
  /** Offset of the group line. */
  readonly start: number;
  /** Offset behind the group's last record, as its line announces it. */
  readonly end: number;
}

/** `records_gone`: fewer lines than announced, counting the damaged ones. */
export type GroupFault = 'group_line_damaged' | 'records_gone';

interface OpenGroup extends GroupSpan {
  readonly bodyStart: number;
  good: number;
  bad: number;
}

/** Holds what the group lines announce against the records that are there. */
export class GroupLedger {
  readonly groups: GroupSpan[] = [];
  missing = 0;
  /** False when a group line is damaged or absent, so that `missing` may be too low. */
  isComplete = true;
  #open: OpenGroup | undefined;
  readonly #onFault: (fault: GroupFault, group: GroupSpan, at: number) => void;

  constructor(onFault: (fault: GroupFault, group: GroupSpan, at: number) => void) {
    this.#onFault = onFault;
  }

  begin({ seq, count, len }: GroupLine, start: number, bodyStart: number): void {
    this.close(start);
    const previous = this.groups.at(-1);
    if (previous !== undefined && seq !== previous.seq + 1) this.isComplete = false;
    this.#open = { seq, count, start, bodyStart, end: bodyStart + len, good: 0, bad: 0 };
    this.groups.push(this.#open);
  }

  /** Groups stand in a row; a break means that a group line is damaged or that whole groups are gone. */
  get isContinuous(): boolean {
    return this.groups.every((group, index) => group.seq === (this.groups[0]?.seq ?? 0) + index);
  }

  good(start: number): void {
    this.#leaveBefore(start);
    if (this.#open === undefined) this.isComplete = false;
    else this.#open.good++;
  }

  bad(start: number): void {
    this.#leaveBefore(start);
    if (this.#open === undefined) this.isComplete = false;
    else this.#open.bad++;
  }

  #leaveBefore(start: number): void {
    const group = this.#open;
    if (group === undefined || start < group.end) return;
    // Past the end but not at it: the length may be what is damaged, so the count must agree that the group is over.
    if (start === group.end || group.good + group.bad >= group.count) this.close(start);
  }

  /** Ends the open group at this offset; `torn` of its records are known to have been cut off. */
  close(at: number, torn = 0): void {
    const group = this.#open;
    if (group === undefined) return;
    this.#open = undefined;
    const lost = group.count - torn - group.good;
    const isLengthRight = torn > 0 ? at <= group.end : at === group.end;
    const isLineWrong = lost === 0 ? !isLengthRight : isLengthRight && torn === 0;
    if (lost < 0 || (group.bad === 0 && isLineWrong)) {
      this.isComplete = false;
      this.#onFault('group_line_damaged', group, at);
    } else if (lost > 0) {
      this.missing += lost;
      if (lost > group.bad) this.#onFault('records_gone', group, at);
    }
  }

  /** Records of the open group that lie beyond the end of the file; undefined when it does not reach that far. */
  tornAt(fileEnd: number): number | undefined {
    const group = this.#open;
    if (group === undefined || group.end <= fileEnd) return undefined;
    return Math.max(0, group.count - group.good - group.bad);
  }
}
