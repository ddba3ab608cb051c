/** Why an event of an otherwise good batch is refused. A closed list: each is counted by its name and told by its sentence. */
export const rejectReasons = {
  not_an_object: 'Event must be an object',
  type_unknown: 'type must be one of track, page, screen, identify, group',
  name_missing: 'event is required',
  name_invalid: 'event must be a string of 1 to 256 characters without control characters',
  event_too_large: 'Event exceeds 32KB limit',
  event_id_invalid: 'event_id must be a string of 1 to 128 characters',
  timestamp_invalid: 'timestamp must be an ISO 8601 time',
  properties_not_an_object: 'properties must be an object',
  properties_too_many: 'properties must have at most 250 keys',
  properties_too_deep: 'properties must be nested at most 8 levels deep',
  properties_key_too_long: 'property keys must have at most 128 characters',
  user_id_invalid: 'context.user.id must be a string of at most 256 characters',
  anonymous_id_invalid: 'context.user.anonymous_id must be a string of at most 256 characters',
  device_id_invalid: 'context.device.id must be a string of at most 256 characters',
  session_id_invalid: 'context.session.id must be a string of at most 256 characters',
  assignments_invalid: 'context.experiment_assignments must hold at most 100 objects with a variant_key',
  assignment_kind_invalid: 'context.experiment_assignments: subject_kind must be user or device',
  assignment_status_invalid: 'context.experiment_assignments: subject_status may only be identity_changed',
  assignment_contradicts: 'context.experiment_assignments contradicts context.experiments',
  metric_type_invalid: 'metric_type must be a string of 1 to 256 characters',
  metric_name_invalid: 'metric_name must be a string of 1 to 2048 characters',
  metric_value_invalid: 'value_ms must be a number of at least 0',
} as const;

export type RejectReason = keyof typeof rejectReasons;
