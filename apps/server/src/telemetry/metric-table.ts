/** Every measurement: its name carries the unit, its sentence goes into the exposition and the reference. */
export const metricTable = {
  build: {
    kind: 'gauge',
    name: 'lamppost_build_info',
    labels: ['version', 'node'],
    sentence: 'Always 1; its labels are the versions of the server and of Node',
  },
  items: {
    kind: 'counter',
    name: 'lamppost_ingest_items_total',
    labels: ['kind', 'outcome', 'reason'],
    sentence: 'Events, crash reports and metrics received, by outcome at ingest',
  },
  requests: {
    kind: 'histogram',
    name: 'lamppost_http_request_duration_seconds',
    labels: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    sentence: 'Time from the first byte of a request to the last byte of its response',
  },
  shedRequests: {
    kind: 'counter',
    name: 'lamppost_shed_requests_total',
    labels: ['class'],
    sentence:
      'Requests rejected with 503 because the server is overloaded, by class: performance, ingest, register, crash, config',
  },
  environmentMismatches: {
    kind: 'counter',
    name: 'lamppost_environment_mismatches_total',
    labels: [],
    sentence: 'Requests whose X-Environment header does not match the environment of the key',
  },
  compatIgnored: {
    kind: 'counter',
    name: 'lamppost_compat_ignored_items_total',
    labels: ['client', 'kind'],
    sentence: 'Items from clients of other products that are accepted and not stored, such as sessions of Sentry',
  },
  logSync: {
    kind: 'histogram',
    name: 'lamppost_log_sync_duration_seconds',
    labels: [],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5],
    sentence: 'Duration of one sync of the event log; records that arrive meanwhile share the next sync',
  },
  logGroupRecords: {
    kind: 'histogram',
    name: 'lamppost_log_group_records',
    labels: [],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    sentence: 'Records per sync',
  },
  logFailures: {
    kind: 'counter',
    name: 'lamppost_log_failures_total',
    labels: [],
    sentence: 'Failed writes and syncs of the event log; the records were written to another segment or rejected',
  },
  logWaiting: {
    kind: 'gauge',
    name: 'lamppost_log_waiting_records',
    labels: [],
    sentence: 'Records waiting for the sync that acknowledges them',
  },
  logUnloadedBytes: {
    kind: 'gauge',
    name: 'lamppost_log_unloaded_bytes',
    labels: [],
    sentence: 'Bytes of the event log that the store has not loaded yet',
  },
  logUnloadedSegments: {
    kind: 'gauge',
    name: 'lamppost_log_unloaded_segments',
    labels: [],
    sentence: 'Sealed segments of the event log that the store has not loaded yet',
  },
  loadingBehind: {
    kind: 'gauge',
    name: 'lamppost_loading_behind_seconds',
    labels: [],
    sentence: 'Age of the oldest accepted event that cannot be queried yet',
  },
  loadingRate: {
    kind: 'gauge',
    name: 'lamppost_loading_bytes_per_second',
    labels: ['what'],
    sentence: 'Bytes of the event log per second over the last minute: arrived and loaded',
  },
  logFreeBytes: {
    kind: 'gauge',
    name: 'lamppost_log_free_bytes',
    labels: [],
    sentence: 'Bytes free on the disk of the event log',
  },
  available: {
    kind: 'gauge',
    name: 'lamppost_available',
    labels: ['what'],
    sentence: 'By what (events, config, queries): 1 while it works, 0 while not; /readyz says why',
  },
  storeReady: {
    kind: 'gauge',
    name: 'lamppost_store_ready',
    labels: [],
    sentence: '1 while the analytics store is available, 0 while it starts, is being rebuilt or is down',
  },
  storeRows: {
    kind: 'gauge',
    name: 'lamppost_store_rows',
    labels: ['kind', 'outcome'],
    sentence: 'Rows handled by the loader since the store was created, by outcome',
  },
  logDamage: {
    kind: 'gauge',
    name: 'lamppost_log_damage',
    labels: ['what'],
    sentence:
      'Acknowledged records of the event log that are damaged or missing, and the events known to have been in them; their remaining bytes are in the quarantine folder',
  },
  checkpointAge: {
    kind: 'gauge',
    name: 'lamppost_checkpoint_age_seconds',
    labels: [],
    sentence: 'Age of the newest checkpoint of the analytics store; absent if there is none',
  },
  checkpointBytes: {
    kind: 'gauge',
    name: 'lamppost_checkpoint_bytes',
    labels: [],
    sentence: 'Size of the newest checkpoint of the analytics store',
  },
  checkpointFailed: {
    kind: 'gauge',
    name: 'lamppost_checkpoint_failed',
    labels: [],
    sentence: '1 if the last checkpoint failed; /readyz says why',
  },
  backupAge: {
    kind: 'gauge',
    name: 'lamppost_scheduled_backup_age_seconds',
    labels: [],
    sentence: 'Age of the newest scheduled backup; absent if there is none',
  },
  backupFailed: {
    kind: 'gauge',
    name: 'lamppost_scheduled_backup_failed',
    labels: [],
    sentence: '1 if the last scheduled backup failed or an old one could not be removed; /readyz says why',
  },
  exportLag: {
    kind: 'gauge',
    name: 'lamppost_event_export_lag_seconds',
    labels: [],
    sentence: 'Time since the arrival of the newest exported hour; absent without LP_EXPORT_TO',
  },
  exportFailed: {
    kind: 'gauge',
    name: 'lamppost_event_export_failed',
    labels: [],
    sentence: '1 if the last export of events to LP_EXPORT_TO failed; /readyz says why',
  },
  edgeRows: {
    kind: 'gauge',
    name: 'lamppost_edge_rows',
    labels: [],
    sentence: 'Rows of the control plane applied since the start: all of them once, then changed ones',
  },
  edgeFlagsCompiled: {
    kind: 'gauge',
    name: 'lamppost_edge_flags_compiled',
    labels: [],
    sentence: 'Flags compiled since the start, counted per environment; a change compiles only the flags it affects',
  },
  controlBehind: {
    kind: 'gauge',
    name: 'lamppost_control_behind_snapshot',
    labels: [],
    sentence: '1 if acknowledged changes are missing from control.db; /readyz names the file that has them',
  },
  controlAvailable: {
    kind: 'gauge',
    name: 'lamppost_control_available',
    labels: [],
    sentence: '1 while the control database is available, 0 while not; config and ingest continue, /readyz says why',
  },
  loaderBehind: {
    kind: 'gauge',
    name: 'lamppost_loader_behind_seconds',
    labels: ['loader'],
    sentence:
      'Age of the oldest segment that waits for the loader, if LP_LOADERS is more than 1; every server reports all loaders',
  },
  jobHeld: {
    kind: 'gauge',
    name: 'lamppost_job_held',
    labels: ['name'],
    sentence: '1 if this server runs the background job, 0 if another one does; the sum over all servers is 1',
  },
  webhooksPending: {
    kind: 'gauge',
    name: 'lamppost_webhook_deliveries_pending',
    labels: [],
    sentence: 'Webhook deliveries that are queued; every server reports those of all servers that share a database',
  },
  webhooksOldest: {
    kind: 'gauge',
    name: 'lamppost_webhook_oldest_pending_seconds',
    labels: [],
    sentence: 'Age of the oldest queued webhook delivery; 0 without one',
  },
  webhooksPaused: {
    kind: 'gauge',
    name: 'lamppost_webhooks_paused',
    labels: [],
    sentence: 'Webhooks that are paused after 24 hours of failures',
  },
  webhookAttempts: {
    kind: 'counter',
    name: 'lamppost_webhook_attempts_total',
    labels: ['outcome'],
    sentence: 'Attempts to deliver a webhook: delivered or failed',
  },
  ledgerUnbalanced: {
    kind: 'gauge',
    name: 'lamppost_ledger_unbalanced_items',
    labels: [],
    sentence: 'Items whose outcomes do not add up to the received items; anything but 0 is a bug worth reporting',
  },
  symbolicationFailures: {
    kind: 'counter',
    name: 'lamppost_symbolication_failures_total',
    labels: ['by'],
    sentence: 'Crash reports shown without symbols because symbol files or the symbolizer failed or took too long',
  },
  limitsShared: {
    kind: 'gauge',
    name: 'lamppost_limits_shared',
    labels: [],
    sentence: '1 while limits are shared through Redis, 0 while this server counts alone; absent without LP_REDIS_URL',
  },
  limitsFallbacks: {
    kind: 'counter',
    name: 'lamppost_limits_fallbacks_total',
    labels: ['reason'],
    sentence:
      'Number of times this server fell back to counting alone: Redis was unreachable, slow, or rejected the request',
  },
  redisAnswers: {
    kind: 'histogram',
    name: 'lamppost_redis_answer_duration_seconds',
    labels: [],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
    sentence: 'Response time of Redis for the limits of all concurrent requests; calls that timed out are not included',
  },
  eventLoopDelay: {
    kind: 'gauge',
    name: 'lamppost_event_loop_delay_seconds',
    labels: ['quantile'],
    sentence: 'Delay of timers in the main process since the last scrape',
  },
  memory: {
    kind: 'gauge',
    name: 'lamppost_resident_memory_bytes',
    labels: ['process'],
    sentence: 'Resident memory by process',
  },
} as const satisfies Record<string, MetricRow>;

export interface MetricRow {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
  readonly sentence: string;
}
