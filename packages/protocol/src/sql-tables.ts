type SqlColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'timestamp' | 'list' | 'json';

export interface SqlColumn {
  readonly name: string;
  readonly type: SqlColumnType;
  readonly description?: string;
}

export interface SqlTable {
  readonly description: string;
  readonly columns: readonly SqlColumn[];
}

const text = (...names: string[]): SqlColumn[] => names.map((name) => ({ name, type: 'text' }));

/** What SQL can ask, as the guide describes it; a test holds it against what the store answers. */
export const sqlTables = {
  events: {
    description: 'Everything that was sent as an event',
    columns: [
      { name: 'id', type: 'text', description: 'The id that GET /v1/events shows' },
      { name: 'event_id', type: 'text', description: 'Given by the sender' },
      ...text(
        'event_name',
        'type',
        'user_id',
        'anonymous_id',
        'device_id',
        'session_id',
        'platform',
        'country',
        'locale',
        'timezone',
        'app_version',
        'build_channel',
        'release_id',
        'os_name',
        'os_version',
        'device_model',
        'device_type',
        'sdk_name',
        'sdk_version',
      ),
      {
        name: 'person_id',
        type: 'text',
        description:
          'Whose event it is: the user, also before the sign-in; else the anonymous id; else the device. Costs a join',
      },
      { name: 'active_experiments', type: 'list', description: 'As key:variant' },
      { name: 'timestamp', type: 'timestamp', description: 'When it happened' },
      { name: 'received_at', type: 'timestamp' },
      { name: 'properties', type: 'json' },
      { name: 'context', type: 'json' },
    ],
  },
  crashes: {
    description: 'Crash reports',
    columns: [
      ...text('id'),
      { name: 'timestamp', type: 'timestamp' },
      { name: 'received_at', type: 'timestamp' },
      ...text(
        'platform',
        'app_version',
        'build_number',
        'os_version',
        'device_model',
        'exception_type',
        'exception_message',
        'user_id',
        'session_id',
        'device_id',
      ),
      { name: 'is_foreground', type: 'boolean' },
      { name: 'report', type: 'json', description: 'Everything that was sent' },
    ],
  },
  metrics: {
    description: 'Performance metrics',
    columns: [
      { name: 'id', type: 'text', description: 'Given by the sender' },
      { name: 'timestamp', type: 'timestamp' },
      { name: 'received_at', type: 'timestamp' },
      ...text('metric_type', 'metric_name'),
      { name: 'value_ms', type: 'number' },
      { name: 'status_code', type: 'integer' },
      { name: 'is_error', type: 'boolean' },
      ...text(
        'platform',
        'app_version',
        'build_number',
        'os_version',
        'device_model',
        'user_id',
        'session_id',
        'device_id',
        'country',
        'network_type',
      ),
      { name: 'attributes', type: 'json' },
      { name: 'context', type: 'json' },
    ],
  },
  people: {
    description: 'One row for each person with an event or a link',
    columns: [
      { name: 'person_id', type: 'text', description: 'As in events' },
      { name: 'kind', type: 'text', description: 'One of user, anonymous, device' },
      ...text('user_id'),
      {
        name: 'anonymous_ids',
        type: 'list',
        description: 'Those that are this person: for a user, the ones linked to them first',
      },
      { name: 'first_seen', type: 'timestamp' },
      { name: 'last_seen', type: 'timestamp' },
      { name: 'event_count', type: 'integer' },
      { name: 'attributes', type: 'json', description: 'All attributes of a user, as they are now' },
    ],
  },
  sessions: {
    description: 'One row for each session with an event',
    columns: [
      ...text('session_id'),
      { name: 'person_id', type: 'text', description: 'As in events; from the first event with a person' },
      { name: 'started_at', type: 'timestamp', description: 'Of the first event' },
      { name: 'ended_at', type: 'timestamp', description: 'Of the last event' },
      { name: 'duration_seconds', type: 'number' },
      { name: 'events', type: 'integer' },
      { name: 'crashes', type: 'integer' },
      {
        name: 'entry',
        type: 'text',
        description: 'The first page or screen, or the name of the first event if that is neither',
      },
      { name: 'exit', type: 'text', description: 'The last one, likewise' },
      { name: 'source', type: 'text', description: 'The first utm_source, or the host of the first referrer' },
      ...text('platform', 'app_version', 'country'),
    ],
  },
  devices: {
    description: 'What each registered device said of itself last',
    columns: [
      ...text(
        'device_id',
        'anonymous_id',
        'platform',
        'device_model',
        'os_name',
        'os_version',
        'app_version',
        'build_number',
        'locale',
        'country',
        'timezone',
      ),
      { name: 'first_seen', type: 'timestamp' },
      { name: 'last_seen', type: 'timestamp' },
    ],
  },
  changes: {
    description: 'The newest 10,000 entries of the change log of the project, of all its environments',
    columns: [
      ...text('id', 'entity_type', 'entity_id', 'entity_key', 'environment_id', 'action', 'actor_kind', 'actor_name'),
      { name: 'config_version', type: 'integer' },
      { name: 'created_at', type: 'timestamp' },
    ],
  },
} as const satisfies Record<string, SqlTable>;

export type SqlTableName = keyof typeof sqlTables;
