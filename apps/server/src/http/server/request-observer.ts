/** What is measured of requests. */
export interface RequestObserver {
  answered(route: string, status: number, durationMs: number): void;
  /** The environment a client names in a header is advice; one that differs from its key's is counted. */
  environmentNamed(ofKey: string, named: string | string[] | undefined): void;
}
