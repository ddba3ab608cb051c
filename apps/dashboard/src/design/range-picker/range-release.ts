export interface RangeRelease {
  readonly id: string;
  /** "4.12.0, ios" */
  readonly words: string;
  readonly fromIso: string;
}
