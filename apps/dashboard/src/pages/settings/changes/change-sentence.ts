import { formatCount } from '../../../design/format/format-count.ts';
import { describeTargeting } from './describe-targeting.ts';
import { roleChange } from './role-change.ts';
import { type Change, type Describe, type Sentence, textOf } from './sentence.ts';

const nouns: Readonly<Record<string, string>> = {
  flag: 'flag',
  targeting: 'targeting of flag',
  schedule: 'schedule of flag',
  experiment: 'experiment',
  change_request: 'change request for',
  group: 'group',
  group_member: 'group',
  dashboard: 'dashboard',
  dashboard_share: 'share link of dashboard',
  event_schema: 'schema of event',
  symbol_file: 'symbol file',
  release: 'release',
  crash_group: 'crash',
  project: 'project',
  environment: 'environment',
  api_key: 'key',
  member: 'member',
  invitation: 'invitation for',
  webhook: 'webhook',
  alert: 'alert',
  digest: 'digest',
  job: 'job',
};

const verbs: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Changed',
  archived: 'Archived',
  unarchived: 'Restored',
  removed: 'Removed',
  started: 'Started',
  paused: 'Paused',
  resumed: 'Resumed',
  completed: 'Completed',
  resolved: 'Resolved',
  reopened: 'Reopened',
  ignored: 'Ignored',
  regressed: 'Reopened as a regression:',
  merged: 'Merged others into',
  merged_away: 'Merged into another:',
  split: 'Split',
  commented: 'Commented on',
  deleted: 'Deleted',
  secret_rotated: 'Rotated the secret of',
  comment_deleted: 'Deleted a comment on',
  widget_added: 'Added a widget to',
  widget_updated: 'Changed a widget of',
  widget_removed: 'Deleted a widget from',
  regression_found: 'Found a regression in',
  regression_ended: 'Closed the regression in',
  revoked: 'Revoked',
  withdrawn: 'Withdrew the',
  accepted: 'Accepted the',
  requested: 'Requested',
  approved: 'Approved',
  rejected: 'Rejected',
  approval_set: 'Changed approval of',
  schedule_created: 'Created',
  schedule_cancelled: 'Cancelled',
  schedule_stopped: 'Stopped',
  expired: 'Reminder: expired',
};

export const entityNoun = (type: string): string => nouns[type] ?? type.replaceAll('_', ' ');

const verbOf = (action: string): string =>
  verbs[action] ?? action.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());

const plain: Describe = ({ action, entity_type: type, entity_key: subject }) => ({
  before: `${verbOf(action)} ${entityNoun(type)}`,
  subject,
  after: '',
});

const silent = new Set(['updated_at', 'created_at', 'version', 'stale', 'last_seen_at']);

/** Names of members that differ, as people say them. */
function changedFields({ before, after, entity_type: type }: Change): readonly string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .filter((name) => !silent.has(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
    .map((name) => (name === 'kind' && type === 'flag' ? 'purpose' : name.replaceAll('_', ' ')));
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** "Changed description and tags of flag x", "Renamed flag x to “New name”". */
const withFields: Describe = (change) => {
  const { before, after, entity_type: type, entity_key: subject } = change;
  if (change.action !== 'updated' || before === null || after === null) return plain(change);
  const fields = changedFields(change);
  if (fields.length === 0) return plain(change);
  if (fields.length === 1 && fields[0] === 'name') {
    return { before: `Renamed ${entityNoun(type)}`, subject, after: `to “${textOf(after.name)}”` };
  }
  if (fields.length > 4) return plain(change);
  return { before: `Changed ${listed(fields)} of ${entityNoun(type)}`, subject, after: '' };
};

const describeFlag: Describe = (change) => {
  const { before, after, entity_key: subject } = change;
  if (change.action === 'updated' && before?.status !== after?.status) {
    return { before: 'Marked flag', subject, after: `as ${textOf(after?.status)}` };
  }
  return withFields(change);
};

const describeExperiment: Describe = (change) => {
  const winner = change.after?.winner ?? change.after?.winner_variant;
  if (change.action === 'completed' && typeof winner === 'string') {
    return { before: 'Completed experiment', subject: change.entity_key, after: `with winner ${winner}` };
  }
  return withFields(change);
};

const describeProject: Describe = (change) => {
  const { before, after } = change;
  if (change.action === 'updated' && before !== null && after !== null) {
    const fields = changedFields(change);
    if (fields.length === 1) {
      const [field] = fields;
      if (field === 'timezone') return about('Changed the time zone of the project to', textOf(after.timezone));
      if (field === 'plan') return about('Moved the project to the plan', textOf(after.plan));
      if (field === 'name') return about('Renamed the project to', `“${textOf(after.name)}”`);
      if (field === 'retention days') {
        const { retention_days: days } = after;
        return about(
          'Changed the retention of events to',
          typeof days === 'number' ? formatCount(days, 'day') : 'forever',
        );
      }
    }
  }
  return withFields(change);
};

const describeCrash: Describe = (change) => {
  const { name, email } = (change.after?.assignee ?? {}) as { readonly name?: unknown; readonly email?: unknown };
  const sentence = plain(change);
  return change.action === 'assigned' ? { ...sentence, after: `to ${textOf(name ?? email)}` } : sentence;
};

const describeKey: Describe = ({ action, entity_key: subject, after }) => ({
  before: `${verbOf(action)} ${textOf(after?.kind)} key`,
  subject,
  after: '',
});

const describeGroupMember: Describe = ({ action, entity_key: subject, before, after }) => {
  const who = textOf((after ?? before)?.user_id);
  if (action === 'added') return { before: `Added ${who} to group`, subject, after: '' };
  return { before: `Removed ${who} from group`, subject, after: action === 'erased' ? 'by an erasure' : '' };
};

const describeInvitation: Describe = ({ action, entity_key: subject, before, after }) => {
  const role = textOf((after ?? before)?.role);
  if (action === 'created') return { before: 'Invited', subject, after: `as ${role}` };
  return { before: `${verbOf(action)} invitation for`, subject, after: `as ${role}` };
};

const jobWords: Readonly<Record<string, string>> = {
  erase_user: 'Requested erasure of a user',
  erase_device: 'Requested erasure of a device',
  backup: 'Requested a backup',
};

const describeJob: Describe = (change) => {
  const words = jobWords[change.entity_key];
  return words === undefined ? plain(change) : about(words, '');
};

const describeRequest: Describe = ({ action, entity_key: subject }) => ({
  before: action === 'requested' ? 'Requested approval for' : `${verbOf(action)} change request for`,
  subject,
  after: '',
});

const describers: Readonly<Record<string, Describe>> = {
  targeting: describeTargeting,
  flag: describeFlag,
  experiment: describeExperiment,
  group: withFields,
  dashboard: withFields,
  event_schema: withFields,
  release: withFields,
  project: describeProject,
  api_key: describeKey,
  crash_group: describeCrash,
  group_member: describeGroupMember,
  member: roleChange,
  invitation: describeInvitation,
  job: describeJob,
  change_request: describeRequest,
};

/** One change in one sentence; `environment` is the slug where it was made in one. */
export function changeSentence(change: Change, environment: string | undefined): Sentence {
  const { before, subject, after, because } = (describers[change.entity_type] ?? plain)(change);
  const where = environment === undefined || change.entity_type === 'environment' ? '' : `in ${environment}`;
  const end = [after, where].filter((part) => part !== '').join(' ');
  return { before, subject, after: because === undefined ? end : `${end}: ${because}` };
}

const about = (before: string, after: string): Sentence => ({ before, subject: '', after });
