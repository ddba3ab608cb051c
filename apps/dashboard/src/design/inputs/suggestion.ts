export interface Suggestion {
  readonly value: string;
  /** Shown instead of the value. */
  readonly label?: string | undefined;
  /** How often it was seen. */
  readonly volume?: number | undefined;
  /** A second line: example values, a description. */
  readonly detail?: string | undefined;
}

/** Asked while somebody types; rejects are shown as "could not be loaded". */
export type Suggest = (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
