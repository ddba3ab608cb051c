/** Bounds of the wire. String lengths count UTF-16 units. */
export const limits = {
  ingestBodyBytes: 1_048_576,
  /** Of history, which is sent in fewer and larger batches than what clients send. */
  importBodyBytes: 4 * 1_048_576,
  crashBodyBytes: 4 * 1_048_576,
  /** As it is sent; what it inflates to has limits of its own. */
  symbolBodyBytes: 64 * 1_048_576,
  /** Ids of users; as JSON, less. */
  cohortBodyBytes: 16 * 1_048_576,
  cohortJsonBytes: 4 * 1_048_576,
  otherBodyBytes: 256 * 1024,
  batchEvents: 100,
  importEvents: 5_000,
  eventBytes: 32_768,
  propertyKeys: 250,
  propertyLevels: 8,
  keyLength: 128,
  eventNameLength: 256,
  eventIdLength: 128,
  idLength: 256,
  nestingLevels: 32,
  experimentAssignments: 100,
  attributes: 100,
  attributeKeyLength: 128,
  attributeStringLength: 1024,
  attributeListLength: 100,
  /** A clock that is off by more than this is corrected when nothing of the batch has an event id. */
  clockDriftMs: 60_000,
  /** Times later than receipt by more than this are replaced by receipt. */
  futureMs: 86_400_000,
  pageSize: 100,
} as const;

/** Facts of a device or an app: what is longer is cut, never refused. */
export const factLengths = {
  platform: 64,
  device_model: 256,
  os_name: 128,
  os_version: 64,
  app_version: 64,
  build_number: 64,
  locale: 16,
  timezone: 64,
} as const;

export interface PlanLimits {
  readonly requestsPerMinute: number;
  readonly eventsPerMinute: number;
  readonly eventsPerDay: number;
}

/** What a fresh installation offers; an operator may change them. */
export const defaultPlans = {
  free: { requestsPerMinute: 60, eventsPerMinute: 1_000, eventsPerDay: 100_000 },
  starter: { requestsPerMinute: 300, eventsPerMinute: 10_000, eventsPerDay: 2_000_000 },
  growth: { requestsPerMinute: 1_200, eventsPerMinute: 60_000, eventsPerDay: 20_000_000 },
  scale: { requestsPerMinute: 5_000, eventsPerMinute: 300_000, eventsPerDay: 200_000_000 },
} as const satisfies Record<string, PlanLimits>;

/** Set by an operator on a project; not a plan on offer. */
export const unmeteredPlan = 'unmetered';

export const clientConfig = { flush_interval_ms: 5000, flush_size: 20 } as const;

export const capabilities = {
  runtime_attribution_version: 1,
  max_runtime_context_bytes: 32_768,
  per_event_analytics_context: true,
  per_metric_performance_context: true,
  runtime_release_membership: false,
  runtime_capture_declaration: false,
} as const;
