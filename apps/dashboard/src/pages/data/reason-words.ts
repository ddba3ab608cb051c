/** What to do about what the API says in its own words, by these words; and what the ledger's own words mean. */
const words: Readonly<Record<string, string>> = {
  'Event must be an object': 'An element of the batch was not an object. Send an object for each event.',
  'type must be one of track, page, screen, identify, group': 'Leave the type out, or send one of these five.',
  'event is required': 'Every track event needs a name.',
  'event must be a string of 1 to 256 characters without control characters':
    'Shorten the name and keep line breaks out of it. Put what varies into properties.',
  'Event exceeds 32KB limit': 'Move large values, such as whole documents or images, out of the properties.',
  'event_id must be a string of 1 to 128 characters':
    'Send a UUID, or leave it out: then repeats cannot be told from new events.',
  'timestamp must be an ISO 8601 time':
    'Send a time such as 2026-05-01T12:00:00Z, or leave it out: then the time of receipt counts.',
  'properties must be an object': 'Send an object, or leave the properties out.',
  'properties must have at most 250 keys': 'Send fewer properties, or put the rest into one of them.',
  'properties must be nested at most 8 levels deep': 'Flatten what is nested deeper.',
  'property keys must have at most 128 characters': 'Names of properties are words; values belong behind them.',
  'context.user.id must be a string of at most 256 characters': 'Send the id as a text.',
  'context.user.anonymous_id must be a string of at most 256 characters': 'Send the id as a text.',
  'context.device.id must be a string of at most 256 characters': 'Send the id as a text.',
  'context.session.id must be a string of at most 256 characters': 'Send the id as a text.',
  'context.experiment_assignments must hold at most 100 objects with a variant_key':
    'Pass the assignments on as /v1/config gave them.',
  'context.experiment_assignments: subject_kind must be user or device':
    'Say whether the variant was chosen for the user or for the device; an SDK of Lamppost does.',
  'context.experiment_assignments: subject_status may only be identity_changed':
    'Leave the status out unless the identity changed.',
  'context.experiment_assignments contradicts context.experiments': 'Send one of the two; an SDK of Lamppost does.',
  'metric_type must be a string of 1 to 256 characters': 'Send a metric type such as span.',
  'metric_name must be a string of 1 to 2048 characters': 'Send a name, and cut long addresses.',
  'value_ms must be a number of at least 0': 'Send milliseconds as a number.',
  body_invalid: 'The body could not be taken apart: it is not JSON, or not a batch.',
  quarantined: 'Did not fit the schema of its name. Mend the schema or the app, then replay.',
  poison: 'The store could not take it. It is kept, and can be replayed once the cause is gone.',
  damaged: 'Damaged on disk after it was accepted. What could be saved is in quarantine on the server.',
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
