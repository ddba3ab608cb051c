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
  /** Of a list: what may be in it. */
  readonly choices?: readonly string[];
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
    sentence: 'Address to listen on',
  },
  dataDir: {
    variable: 'LP_DATA_DIR',
    type: 'text',
    default: './lamppost-data',
    option: 'data-dir',
    sentence: 'Data directory; defaults to `./data` if that exists and is empty or holds an installation',
  },
  databaseUrl: {
    variable: 'LP_DATABASE_URL',
    type: 'url',
    schemes: ['postgres', 'postgresql'],
    sentence:
      'PostgreSQL database for configuration, devices and users, such as postgres://user:password@host/lamppost; without it, a file in the data directory is used',
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
      'ClickHouse database for the events, crashes and metrics of all servers, such as http://user:password@host:8123/lamppost; without it, DuckDB in the data directory is used',
  },
  clickhouseCluster: {
    variable: 'LP_CLICKHOUSE_CLUSTER',
    type: 'text',
    sentence:
      'ClickHouse cluster (system.clusters) whose servers are replicas of all tables; without it, the tables are on one server',
  },
  isClickhouseSharded: {
    variable: 'LP_CLICKHOUSE_SHARDED',
    type: 'flag',
    default: 'false',
    sentence: 'Whether projects are distributed over the shards of LP_CLICKHOUSE_CLUSTER',
  },
  loaders: {
    variable: 'LP_LOADERS',
    type: 'integer',
    min: 1,
    max: 64,
    sentence:
      'Loaders of LP_CLICKHOUSE_URL, each of which loads the events of some of the projects; set the same on all servers. Without it, the number that another server has set is used, 1 at first',
  },
  separateStores: {
    variable: 'LP_SEPARATE_STORES',
    type: 'flag',
    default: 'false',
    sentence:
      'Whether several servers may share LP_DATABASE_URL although each has its own analytics store; insights then show only what the queried server received',
  },
  s3Bucket: {
    variable: 'LP_S3_BUCKET',
    type: 'text',
    sentence:
      'Amazon S3 or compatible bucket for symbol files and backups; without it, they are on disk, and symbol files are in LP_DATABASE_URL if that is set',
  },
  s3Endpoint: {
    variable: 'LP_S3_ENDPOINT',
    type: 'url',
    schemes: ['https', 'http'],
    sentence: 'Endpoint of LP_S3_BUCKET, such as https://minio.example.com:9000; without it, Amazon S3 in LP_S3_REGION',
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
    sentence: 'Prefix of object names in LP_S3_BUCKET, such as lamppost/, if the bucket is also used for other data',
  },
  s3PathStyle: {
    variable: 'LP_S3_PATH_STYLE',
    type: 'flag',
    sentence:
      'Whether the bucket is part of the path (true) or of the host name (false); defaults to true if LP_S3_ENDPOINT is set',
  },
  smtpUrl: {
    variable: 'LP_SMTP_URL',
    type: 'url',
    schemes: ['smtp', 'smtps'],
    sentence:
      'Mail server for notices by email, such as smtp://user:password@mail.example.com:587; without it, there are no emails',
  },
  mailFrom: {
    variable: 'LP_MAIL_FROM',
    type: 'text',
    default: 'Lamppost <lamppost@localhost>',
    sentence: 'Sender of emails, such as Lamppost <lamppost@example.com>',
  },
  allowPrivateAddresses: {
    variable: 'LP_ALLOW_PRIVATE_ADDRESSES',
    type: 'flag',
    default: 'false',
    sentence:
      'Whether webhooks may go to private addresses and to http URLs; everyone who may edit webhooks can then send requests into your network',
  },
  failedEventsThreshold: {
    variable: 'LP_FAILED_EVENTS_THRESHOLD',
    type: 'integer',
    min: 1,
    default: '100',
    sentence: 'Failed events of an environment in an hour from which webhooks are notified (`events.failed`)',
  },
  publicUrl: {
    variable: 'LP_PUBLIC_URL',
    type: 'text',
    sentence: 'Public address of the server, if it differs from the address it listens on',
  },
  logLevel: { variable: 'LP_LOG_LEVEL', type: 'text', default: 'info', sentence: 'debug, info, warn, error or silent' },
  bootstrapFile: {
    variable: 'LP_BOOTSTRAP_FILE',
    type: 'text',
    sentence:
      'File to which the first start also writes the keys and the sign-in, as JSON that only its owner can read',
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
      'Header in which a reverse proxy sends the client address, such as X-Forwarded-For; without it, the address of the connection is used',
  },
  dashboardDir: {
    variable: 'LP_DASHBOARD_DIR',
    type: 'text',
    sentence: 'Directory of the built dashboard; defaults to `apps/dashboard/dist` next to the server',
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
      'Free disk space below which events are rejected with 503; defaults to 512 MiB or 5 % of the disk, whichever is less',
  },
  maxBacklogBytes: {
    variable: 'LP_MAX_BACKLOG_BYTES',
    type: 'integer',
    default: '4294967296',
    sentence: 'Bytes of the event log that may wait for the store before events are rejected with 503',
  },
  maxConfigStreams: {
    variable: 'LP_MAX_CONFIG_STREAMS',
    type: 'integer',
    default: '10000',
    sentence: 'Maximum open config streams per project; more are rejected with 429',
  },
  maxLiveStreams: {
    variable: 'LP_MAX_LIVE_STREAMS',
    type: 'integer',
    default: '50',
    sentence: 'Maximum open live event streams per project; more are rejected with 429',
  },
  redisUrl: {
    variable: 'LP_REDIS_URL',
    type: 'url',
    schemes: ['redis', 'rediss'],
    faultOf: faultOfRedisUrl,
    sentence:
      'Redis or Valkey for rate limits shared by several servers, such as `redis://:password@10.0.0.5:6379/0`; `rediss://` for TLS. Without it, each server counts separately',
  },
  redisTimeoutMs: {
    variable: 'LP_REDIS_TIMEOUT_MS',
    type: 'integer',
    min: 1,
    max: 5_000,
    default: '50',
    sentence: 'Maximum milliseconds that a request waits for LP_REDIS_URL; then this server counts alone for a while',
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
    sentence: 'Additional megabytes for the analytics store while queries run',
  },
  storeThreads: {
    variable: 'LP_STORE_THREADS',
    type: 'integer',
    default: '1',
    sentence: 'Threads of the analytics store; results of experiments use two if little waits to be loaded',
  },
  idFilterMb: {
    variable: 'LP_ID_FILTER_MB',
    type: 'integer',
    default: '64',
    sentence:
      'Megabytes for the filters of stored event ids; 64 are enough for 50 million ids. With more ids, loading reads from disk more often',
  },
  backupDir: {
    variable: 'LP_BACKUP_DIR',
    type: 'text',
    sentence: 'Directory for backups, one folder each; defaults to `backups` in the data directory',
  },
  exportTo: {
    variable: 'LP_EXPORT_TO',
    type: 'text',
    sentence:
      'Where events are exported continuously as Parquet: a directory, or s3://bucket/prefix with the endpoint and keys of LP_S3_*; without it, they are not',
  },
  backupEvery: {
    variable: 'LP_BACKUP_EVERY',
    type: 'duration',
    sentence: 'Time between scheduled backups; without it, there are none',
  },
  backupKeep: {
    variable: 'LP_BACKUP_KEEP',
    type: 'integer',
    min: 1,
    default: '7',
    sentence:
      'Number of scheduled backups to keep: older ones are removed after a new one is complete and verified; backups on request stay',
  },
  cohortEvery: {
    variable: 'LP_COHORT_EVERY',
    type: 'duration',
    default: '5m',
    sentence:
      'Time between computations of a cohort that flags use or that was requested within the last day; others are computed once an hour',
  },
  cohortUsers: {
    variable: 'LP_COHORT_USERS',
    type: 'integer',
    min: 1,
    default: '50000',
    sentence: 'Maximum users of a cohort in flag rules; every server keeps them in memory',
  },
  cohortUsersInAll: {
    variable: 'LP_COHORT_USERS_IN_ALL',
    type: 'integer',
    min: 1,
    default: '200000',
    sentence: 'Maximum users of all cohorts in the flag rules of an environment',
  },
  checkpointHours: {
    variable: 'LP_CHECKPOINT_HOURS',
    type: 'integer',
    default: '24',
    sentence:
      'Hours between checkpoints of the analytics store, after which old segments of the log are removed; 0 turns them off',
  },
  symbolsMaxBytes: {
    variable: 'LP_SYMBOLS_MAX_BYTES',
    type: 'integer',
    default: '2147483648',
    sentence: "Maximum bytes on disk for a project's symbol files",
  },
  symbolizerUrl: {
    variable: 'LP_SYMBOLIZER_URL',
    type: 'text',
    sentence: 'External symbolizer for native images without a symbol table; http or https',
  },
  eraseWithinHours: {
    variable: 'LP_ERASE_WITHIN_HOURS',
    type: 'integer',
    default: '24',
    sentence: 'Hours within which erased data is removed from all files; 0 is immediately',
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
    default:
      'password,passwd,pwd,passphrase,secret,clientsecret,apikey,apisecret,accesstoken,refreshtoken,authtoken,idtoken,bearertoken,sessiontoken,authorization,privatekey,creditcard,creditcardnumber,cardnumber,cvv,cvc,cardcvc',
    sentence:
      'Property names whose values are scrubbed, separated by commas, without regard to case, `_`, `-`, `.` and spaces',
  },
  compat: {
    variable: 'LP_COMPAT',
    type: 'list',
    choices: ['segment', 'posthog', 'otlp', 'sentry'],
    default: '',
    sentence:
      'Clients of other products that this server accepts below `/compat/`, separated by commas: segment, posthog, otlp, sentry; without it, none',
  },
  sync: {
    variable: 'LP_SYNC',
    type: 'flag',
    default: 'true',
    sentence: 'Whether an event is on disk before it is acknowledged; use false only for benchmarks',
  },
} as const satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof settingsTable;
