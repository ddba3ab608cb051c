export interface Plan {
  readonly name: string;
  readonly requestsPerMinute: number;
  readonly eventsPerMinute: number;
  readonly eventsPerDay: number;
}
