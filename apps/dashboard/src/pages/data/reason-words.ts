/** What to do about what the API says in its own words, by these words; and what the ledger's own words mean. */
const words: Readonly<Record<string, string>> = {
  'Event must be an object': 'Each item in the batch must be an object.',
  'type must be one of track, page, screen, identify, group': 'Omit the type, or send one of these five.',
  'event is required': 'Every track event needs a name.',
  'event must be a string of 1 to 256 characters without control characters':
    'Shorten the name and remove line breaks. Put variable parts into properties.',
  'Event exceeds 32KB limit': 'Move large values, such as whole documents or images, out of the properties.',
  'event_id must be a string of 1 to 128 characters': "Send a UUID. Without an id, duplicates can't be detected.",
  'timestamp must be an ISO 8601 time':
    'Send a time such as 2026-05-01T12:00:00Z, or omit it to use the received time.',
  'properties must be an object': 'Send an object, or omit the properties.',
  'properties must have at most 250 keys': 'Send fewer properties, or put the rest into one of them.',
  'properties must be nested at most 8 levels deep': 'Flatten deeper values.',
  'property keys must have at most 128 characters': 'Use short property names and put data into values.',
  'context.user.id must be a string of at most 256 characters': 'Send the id as a string.',
  'context.user.anonymous_id must be a string of at most 256 characters': 'Send the id as a string.',
  'context.device.id must be a string of at most 256 characters': 'Send the id as a string.',
  'context.session.id must be a string of at most 256 characters': 'Send the id as a string.',
  'context.experiment_assignments must hold at most 100 objects with a variant_key':
    'Send the assignments as returned by /v1/config.',
  'context.experiment_assignments: subject_kind must be user or device': 'Send user or device, as Lamppost SDKs do.',
  'context.experiment_assignments: subject_status may only be identity_changed':
    'Omit the status unless the identity changed.',
  'context.experiment_assignments contradicts context.experiments': 'Send only one of the two, as Lamppost SDKs do.',
  'metric_type must be a string of 1 to 256 characters': 'Send a metric type such as span.',
  'metric_name must be a string of 1 to 2048 characters': 'Send a name, and shorten long URLs.',
  'value_ms must be a number of at least 0': 'Send milliseconds as a number.',
  body_invalid: "The body isn't JSON or isn't a batch.",
  quarantined: "Didn't match its schema. Fix the schema or the app, then replay.",
  poison: "Couldn't be stored. Replay it once the cause is fixed.",
  damaged: 'Damaged on disk after it was accepted. Recoverable data is in quarantine on the server.',
};

/** What a reason means or asks for; undefined for those of schemas, which are different for each. */
export function reasonWords(reason: string): string | undefined {
  return words[reason];
}

/** A code as a title: `body_invalid` becomes "Body invalid". A sentence stays as it is. */
export function reasonTitle(reason: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(reason)) return reason;
  const spaced = reason.replaceAll('_', ' ');
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}
