import type { JsonSurvey } from './json/survey-json.ts';

export interface IngestJob {
  readonly projectId: string;
  readonly environmentId: string;
  readonly receivedAtMs: number;
  readonly bodyBytes: Buffer;
  /** What is known of these bytes already. */
  readonly survey?: JsonSurvey;
}
