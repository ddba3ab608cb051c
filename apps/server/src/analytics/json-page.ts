export interface PageRequest {
  readonly limit: number;
  /** Id of the last row of the page before. */
  readonly cursor?: string;
}

/** Rows as finished JSON text (an array in wire form), so that the asking process passes them on unread. */
export interface JsonPage {
  readonly rowsJson: string;
  readonly nextCursor: string | null;
}
