/** How a field is written, and what it is called in OTLP's JSON. */
export type FieldKind = 'string' | 'bool' | 'int64' | 'double' | 'fixed64' | 'hex' | 'base64' | MessageName;
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isList?: boolean;
}
export type MessageName = keyof typeof messages;

const one = (name: string, kind: string): Field => ({ name, kind: kind as FieldKind });
const list = (name: string, kind: string): Field => ({ name, kind: kind as FieldKind, isList: true });

/** The messages of OTLP as far as they are read, by the numbers of their fields; other fields are skipped. */
const messages = {
  Logs: { 1: list('resourceLogs', 'ResourceLogs') },
  ResourceLogs: { 1: one('resource', 'Resource'), 2: list('scopeLogs', 'ScopeLogs') },
  ScopeLogs: { 1: one('scope', 'Scope'), 2: list('logRecords', 'LogRecord') },
  LogRecord: {
    1: one('timeUnixNano', 'fixed64'),
    2: one('severityNumber', 'int64'),
    3: one('severityText', 'string'),
    5: one('body', 'AnyValue'),
    6: list('attributes', 'KeyValue'),
    9: one('traceId', 'hex'),
    10: one('spanId', 'hex'),
    11: one('observedTimeUnixNano', 'fixed64'),
    12: one('eventName', 'string'),
  },
  Traces: { 1: list('resourceSpans', 'ResourceSpans') },
  ResourceSpans: { 1: one('resource', 'Resource'), 2: list('scopeSpans', 'ScopeSpans') },
  ScopeSpans: { 1: one('scope', 'Scope'), 2: list('spans', 'Span') },
  Span: {
    1: one('traceId', 'hex'),
    2: one('spanId', 'hex'),
    4: one('parentSpanId', 'hex'),
    5: one('name', 'string'),
    6: one('kind', 'int64'),
    7: one('startTimeUnixNano', 'fixed64'),
    8: one('endTimeUnixNano', 'fixed64'),
    9: list('attributes', 'KeyValue'),
    11: list('events', 'SpanEvent'),
    15: one('status', 'Status'),
  },
  SpanEvent: { 1: one('timeUnixNano', 'fixed64'), 2: one('name', 'string'), 3: list('attributes', 'KeyValue') },
  Status: { 2: one('message', 'string'), 3: one('code', 'int64') },
  Resource: { 1: list('attributes', 'KeyValue') },
  Scope: { 1: one('name', 'string'), 2: one('version', 'string') },
  KeyValue: { 1: one('key', 'string'), 2: one('value', 'AnyValue') },
  AnyValue: {
    1: one('stringValue', 'string'),
    2: one('boolValue', 'bool'),
    3: one('intValue', 'int64'),
    4: one('doubleValue', 'double'),
    5: one('arrayValue', 'ArrayValue'),
    6: one('kvlistValue', 'KeyValueList'),
    7: one('bytesValue', 'base64'),
  },
  ArrayValue: { 1: list('values', 'AnyValue') },
  KeyValueList: { 1: list('values', 'KeyValue') },
} as const satisfies Record<string, Readonly<Record<number, Field>>>;

export const fieldOf = (message: MessageName, number: number): Field | undefined =>
  (messages[message] as Readonly<Record<number, Field>>)[number];

export const isMessage = (kind: FieldKind): kind is MessageName => Object.hasOwn(messages, kind);
