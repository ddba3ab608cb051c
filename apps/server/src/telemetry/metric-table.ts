/** Every measurement: its name carries the unit, its sentence goes into the exposition and the reference. */
export const metricTable = {
  build: {
    kind: 'gauge',
    name: 'lamppost_build_info',
    labels: ['version', 'node'],
    sentence: 'Always 1; its labels name the version of the server and of Node',
  },
  items: {
    kind: 'counter',
    name: 'lamppost_ingest_items_total',
    labels: ['kind', 'outcome', 'reason'],
    sentence: 'Events, crash reports and metrics received, by what became of them at the edge',
  },
  requests: {
    kind: 'histogram',
    name: 'lamppost_http_request_duration_seconds',
    labels: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    sentence: 'Time from the first byte of a request to the last of its answer',
  },
  environmentMismatches: {
    kind: 'counter',
    name: 'lamppost_environment_mismatches_total',
    labels: [],
    sentence: "Requests whose X-Environment header named another environment than their key's",
  },
  logSync: {
    kind: 'histogram',
    name: 'lamppost_log_sync_duration_seconds',
    labels: [],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5],
    sentence: 'Time one sync of the event log took; everything that arrived meanwhile shares the next',
  },
  logGroupRecords: {
    kind: 'histogram',
    name: 'lamppost_log_group_records',
    labels: [],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    sentence: 'Records that shared one sync',
  },
  logFailures: {
    kind: 'counter',
    name: 'lamppost_log_failures_total',
    labels: [],
    sentence: 'Writes and syncs of the event log that failed; the records were written elsewhere or refused',
  },
  logWaiting: {
    kind: 'gauge',
    name: 'lamppost_log_waiting_records',
    labels: [],
    sentence: 'Records that wait for the sync that acknowledges them',
  },
  logUnloadedBytes: {
    kind: 'gauge',
    name: 'lamppost_log_unloaded_bytes',
    labels: [],
    sentence: 'Bytes in the event log that the store has not loaded yet',
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
    sentence: 'Age of the oldest event that was accepted and cannot be queried yet',
  },
  loadingRate: {
    kind: 'gauge',
    name: 'lamppost_loading_bytes_per_second',
    labels: ['what'],
    sentence: 'Bytes of the event log a second over the last minute: what arrived, and what was loaded',
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
    sentence: '1 while events are taken, config is answered and queries are answered, 0 while not; /readyz says why',
  },
  storeReady: {
    kind: 'gauge',
    name: 'lamppost_store_ready',
    labels: [],
    sentence: '1 while the analytics store answers, 0 while it starts, rebuilds or is down',
  },
  storeRows: {
    kind: 'gauge',
    name: 'lamppost_store_rows',
    labels: ['kind', 'outcome'],
    sentence: 'Rows the loader has handled since the store was created, by what became of them',
  },
  logDamage: {
    kind: 'gauge',
    name: 'lamppost_log_damage',
    labels: ['what'],
    sentence:
      'Records of the event log that were acknowledged and are damaged or missing, and the events that are known to have been in them; what is left of their bytes is in the quarantine folder',
  },
  checkpointAge: {
    kind: 'gauge',
    name: 'lamppost_checkpoint_age_seconds',
    labels: [],
    sentence: 'Age of the newest checkpoint of the analytics store; absent while there is none',
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
    sentence: '1 when the last attempt to write a checkpoint failed; /readyz says why',
  },
  backupAge: {
    kind: 'gauge',
    name: 'lamppost_scheduled_backup_age_seconds',
    labels: [],
    sentence: 'Age of the newest backup of LP_BACKUP_EVERY; absent while there is none',
  },
  backupFailed: {
    kind: 'gauge',
    name: 'lamppost_scheduled_backup_failed',
    labels: [],
    sentence: '1 when the last scheduled backup failed, or an old one could not be removed; /readyz says why',
  },
  edgeRows: {
    kind: 'gauge',
    name: 'lamppost_edge_rows',
    labels: [],
    sentence: 'Rows of the control plane put in force since the start: all of them once, then those that changed',
  },
  edgeFlagsCompiled: {
    kind: 'gauge',
    name: 'lamppost_edge_flags_compiled',
    labels: [],
    sentence: 'Flags compiled since the start, counted in each environment; a change compiles those that it touches',
  },
  controlBehind: {
    kind: 'gauge',
    name: 'lamppost_control_behind_snapshot',
    labels: [],
    sentence: '1 when changes that were answered are missing from control.db; /readyz names the file that holds them',
  },
  controlAvailable: {
    kind: 'gauge',
    name: 'lamppost_control_available',
    labels: [],
    sentence: '1 while the control database can be used, 0 while not; config and ingest go on, /readyz says why',
  },
  jobHeld: {
    kind: 'gauge',
    name: 'lamppost_job_held',
    labels: ['name'],
    sentence: '1 when this server does the background job, 0 when another one has to; the sum over all servers is 1',
  },
  ledgerUnbalanced: {
    kind: 'gauge',
    name: 'lamppost_ledger_unbalanced_items',
    labels: [],
    sentence: 'Items whose outcomes did not add up to what was received; anything but 0 is a defect worth reporting',
  },
  symbolicationFailures: {
    kind: 'counter',
    name: 'lamppost_symbolication_failures_total',
    labels: ['by'],
    sentence:
      'Crash reports shown without their symbols because symbol files or the symbolizer failed or took too long',
  },
  limitsShared: {
    kind: 'gauge',
    name: 'lamppost_limits_shared',
    labels: [],
    sentence:
      '1 while limits are shared through Redis, 0 while this server counts by itself; absent without LP_REDIS_URL',
  },
  limitsFallbacks: {
    kind: 'counter',
    name: 'lamppost_limits_fallbacks_total',
    labels: ['reason'],
    sentence: 'Times that this server began to count by itself: Redis was unreachable or slow, or refused',
  },
  redisAnswers: {
    kind: 'histogram',
    name: 'lamppost_redis_answer_duration_seconds',
    labels: [],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
    sentence:
      'Time until Redis had decided the limits of all requests of one moment; those that took too long are not in it',
  },
  eventLoopDelay: {
    kind: 'gauge',
    name: 'lamppost_event_loop_delay_seconds',
    labels: ['quantile'],
    sentence: 'How late timers of the main process fired since the last look',
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
