import { faultOfRedisUrl } from './redis-url.ts';

export interface SettingRow {
  readonly variable: string;
  readonly type: 'text' | 'integer' | 'flag' | 'list' | 'duration' | 'url';
  /** As it would be written; absent: there is none. */
  readonly default?: string;
  /** Of a URL: how it may begin, without the colon. */
  readonly schemes?: readonly string[];
  /** Of a URL: what else is wrong with it, to be read behind the name of the variable. */
  readonly faultOf?: (url: URL) => string | undefined;
  /** Of an integer. */
  readonly min?: number;
  readonly max?: number;
  /** The command line's name for it, where it has one. */
  readonly option?: string;
  readonly sentence: string;
}

/** Every setting. The reader and the reference are made from this table. */
export const settingsTable = {
  port: {
    variable: 'LP_PORT',
    type: 'integer',
    max: 65_535,
    default: '8080',
    option: 'port',
    sentence: 'Port to listen on; 0 picks a free one',
  },
  host: {
    variable: 'LP_HOST',
    type: 'text',
    default: '127.0.0.1',
    option: 'host',
    sentence: 'Address to listen on; loopback unless told otherwise',
  },
  dataDir: {
    variable: 'LP_DATA_DIR',
    type: 'text',
    default: './lamppost-data',
    option: 'data-dir',
    sentence: 'Where everything is kept; `./data` when that is there and holds an installation, or nothing',
  },
  databaseUrl: {
    variable: 'LP_DATABASE_URL',
    type: 'url',
    schemes: ['postgres', 'postgresql'],
    sentence:
      'PostgreSQL database that holds what people edit, devices and users, such as postgres://user:password@host/lamppost; a file in the data directory when absent',
  },
  databasePool: {
    variable: 'LP_DATABASE_POOL',
    type: 'integer',
    min: 1,
    max: 200,
    default: '10',
    sentence: 'Connections to LP_DATABASE_URL; one more listens for changes',
  },
  clickhouseUrl: {
    variable: 'LP_CLICKHOUSE_URL',
    type: 'url',
    schemes: ['http', 'https'],
    sentence:
      'ClickHouse database that holds events, crashes and metrics for every edge, such as http://user:password@host:8123/lamppost; DuckDB in the data directory when absent',
  },
  clickhouseCluster: {
    variable: 'LP_CLICKHOUSE_CLUSTER',
    type: 'text',
    sentence:
      'Cluster of ClickHouse (system.clusters) whose servers hold replicas of all tables; one server holds them when absent',
  },
  isClickhouseSharded: {
    variable: 'LP_CLICKHOUSE_SHARDED',
    type: 'flag',
    default: 'false',
    sentence: 'Whether the projects are spread over the shards of LP_CLICKHOUSE_CLUSTER',
  },
  separateStores: {
    variable: 'LP_SEPARATE_STORES',
    type: 'flag',
    default: 'false',
    sentence:
      'Whether several edges may use one LP_DATABASE_URL although each keeps its own analytics store: insights then show what the asked edge has received',
  },
  s3Bucket: {
    variable: 'LP_S3_BUCKET',
    type: 'text',
    sentence:
      'Bucket of Amazon S3, or of storage that is compatible with it, for symbol files and backups; without it they are on the disk, and symbol files in LP_DATABASE_URL where that is set',
  },
  s3Endpoint: {
    variable: 'LP_S3_ENDPOINT',
    type: 'url',
    schemes: ['https', 'http'],
    sentence: 'Where LP_S3_BUCKET is, such as https://minio.example.com:9000; Amazon S3 in LP_S3_REGION when absent',
  },
  s3Region: {
    variable: 'LP_S3_REGION',
    type: 'text',
    default: 'us-east-1',
    sentence: 'Region of LP_S3_BUCKET',
  },
  s3AccessKeyId: {
    variable: 'LP_S3_ACCESS_KEY_ID',
    type: 'text',
    sentence: 'Access key that may list LP_S3_BUCKET, and read, write and delete its objects',
  },
  s3SecretAccessKey: {
    variable: 'LP_S3_SECRET_ACCESS_KEY',
    type: 'text',
    sentence: 'Secret of LP_S3_ACCESS_KEY_ID',
  },
  s3Prefix: {
    variable: 'LP_S3_PREFIX',
    type: 'text',
    default: '',
    sentence: 'What the names of objects in LP_S3_BUCKET begin with, such as lamppost/, when others use it too',
  },
  s3PathStyle: {
    variable: 'LP_S3_PATH_STYLE',
    type: 'flag',
    sentence:
      'Whether the bucket is part of the path (true) or of the host name (false); true when absent and LP_S3_ENDPOINT is set',
  },
  publicUrl: {
    variable: 'LP_PUBLIC_URL',
    type: 'text',
    sentence: 'Address that clients reach the server by, when it is not the one it listens on',
  },
  logLevel: { variable: 'LP_LOG_LEVEL', type: 'text', default: 'info', sentence: 'debug, info, warn, error or silent' },
  bootstrapFile: {
    variable: 'LP_BOOTSTRAP_FILE',
    type: 'text',
    sentence: 'Where the first start also writes its keys and sign-in, as JSON readable by its owner only',
  },
  ownerEmail: { variable: 'LP_OWNER_EMAIL', type: 'text', sentence: "First start: the owner's email" },
  ownerPassword: { variable: 'LP_OWNER_PASSWORD', type: 'text', sentence: "First start: the owner's password" },
  operatorToken: { variable: 'LP_OPERATOR_TOKEN', type: 'text', sentence: 'First start: the operator token' },
  publishableKey: {
    variable: 'LP_PUBLISHABLE_KEY',
    type: 'text',
    sentence: "First start: the default project's publishable key for production",
  },
  secretKey: {
    variable: 'LP_SECRET_KEY',
    type: 'text',
    sentence: "First start: the default project's secret key for production",
  },
  devKey: {
    variable: 'LP_DEV_KEY',
    type: 'text',
    sentence: "First start: the default project's dev key for production",
  },
  clientAddressHeader: {
    variable: 'LP_CLIENT_ADDRESS_HEADER',
    type: 'text',
    sentence:
      'Header in which a reverse proxy says the address of the caller, such as X-Forwarded-For; the address of the connection when absent',
  },
  dashboardDir: {
    variable: 'LP_DASHBOARD_DIR',
    type: 'text',
    sentence: 'Where the built dashboard is; `apps/dashboard/dist` beside the server when absent',
  },
  adminOrigins: {
    variable: 'LP_ADMIN_ORIGINS',
    type: 'list',
    default: '',
    sentence: 'Origins whose pages may use the admin routes, separated by commas',
  },
  minFreeBytes: {
    variable: 'LP_MIN_FREE_BYTES',
    type: 'integer',
    sentence:
      'Free space below which events are refused with 503; 512 MiB or 5 % of the disk, whichever is less, when absent',
  },
  maxBacklogBytes: {
    variable: 'LP_MAX_BACKLOG_BYTES',
    type: 'integer',
    default: '4294967296',
    sentence: 'Bytes of the event log that may wait for the store before events are refused with 503',
  },
  maxConfigStreams: {
    variable: 'LP_MAX_CONFIG_STREAMS',
    type: 'integer',
    default: '10000',
    sentence: 'Streams of configuration that a project may have open; more are refused with 429',
  },
  maxLiveStreams: {
    variable: 'LP_MAX_LIVE_STREAMS',
    type: 'integer',
    default: '50',
    sentence: 'Live views of events that a project may have open; more are refused with 429',
  },
  redisUrl: {
    variable: 'LP_REDIS_URL',
    type: 'url',
    schemes: ['redis', 'rediss'],
    faultOf: faultOfRedisUrl,
    sentence:
      'Redis or Valkey in which several servers count their limits together, such as `redis://:password@10.0.0.5:6379/0`; `rediss://` for TLS. Without it each server counts by itself',
  },
  redisTimeoutMs: {
    variable: 'LP_REDIS_TIMEOUT_MS',
    type: 'integer',
    min: 1,
    max: 5_000,
    default: '50',
    sentence:
      'Milliseconds that a request waits for LP_REDIS_URL at most; then this server counts by itself for a while',
  },
  storeMemoryMb: {
    variable: 'LP_STORE_MEMORY_MB',
    type: 'integer',
    default: '128',
    sentence: "Megabytes for the analytics store's buffers",
  },
  queryMemoryMb: {
    variable: 'LP_QUERY_MEMORY_MB',
    type: 'integer',
    default: '128',
    sentence: 'Megabytes that the analytics store may take besides while queries run',
  },
  storeThreads: {
    variable: 'LP_STORE_THREADS',
    type: 'integer',
    default: '1',
    sentence: 'Threads of the analytics store',
  },
  idFilterMb: {
    variable: 'LP_ID_FILTER_MB',
    type: 'integer',
    default: '64',
    sentence:
      'Megabytes for the filters in front of the stored event ids; 64 are good for 50 million ids, with more of them loading reads from disk more often',
  },
  backupDir: {
    variable: 'LP_BACKUP_DIR',
    type: 'text',
    sentence: 'Where backups are written, a folder each; `backups` in the data directory when absent',
  },
  backupEvery: {
    variable: 'LP_BACKUP_EVERY',
    type: 'duration',
    sentence: 'Time between backups that the server makes by itself; none when absent',
  },
  backupKeep: {
    variable: 'LP_BACKUP_KEEP',
    type: 'integer',
    min: 1,
    default: '7',
    sentence:
      'Backups of LP_BACKUP_EVERY that are kept: older ones are removed once a new one has been made and verified; those that you asked for stay',
  },
  cohortEvery: {
    variable: 'LP_COHORT_EVERY',
    type: 'duration',
    default: '5m',
    sentence:
      'Time between computations of a cohort that flags use or somebody asked for within a day; others are computed once an hour',
  },
  cohortUsers: {
    variable: 'LP_COHORT_USERS',
    type: 'integer',
    min: 1,
    default: '50000',
    sentence: 'Users of a cohort that flag rules can name: every edge holds them in memory',
  },
  cohortUsersInAll: {
    variable: 'LP_COHORT_USERS_IN_ALL',
    type: 'integer',
    min: 1,
    default: '200000',
    sentence: 'Users of all cohorts that the flag rules of an environment name',
  },
  checkpointHours: {
    variable: 'LP_CHECKPOINT_HOURS',
    type: 'integer',
    default: '24',
    sentence: 'Hours between checkpoints of the analytics store, which let old segments of the log go; 0 makes none',
  },
  symbolsMaxBytes: {
    variable: 'LP_SYMBOLS_MAX_BYTES',
    type: 'integer',
    default: '2147483648',
    sentence: "Bytes on disk that a project's symbol files may take",
  },
  symbolizerUrl: {
    variable: 'LP_SYMBOLIZER_URL',
    type: 'text',
    sentence: 'A service that is asked for functions of native images without a symbol table; http or https',
  },
  eraseWithinHours: {
    variable: 'LP_ERASE_WITHIN_HOURS',
    type: 'integer',
    default: '24',
    sentence: 'Hours within which the bytes of what was erased are gone from all files; 0 is at once',
  },
  scrub: {
    variable: 'LP_SCRUB',
    type: 'flag',
    default: 'true',
    sentence: 'Whether passwords, card numbers and bearer tokens in properties are scrubbed before storage',
  },
  scrubKeys: {
    variable: 'LP_SCRUB_KEYS',
    type: 'list',
    sentence: 'Property names whose values are scrubbed, separated by commas, in place of the built-in list',
  },
  sync: {
    variable: 'LP_SYNC',
    type: 'flag',
    default: 'true',
    sentence: 'Whether an event is on disk before it is acknowledged; false only to measure what that costs',
  },
} as const satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof settingsTable;
