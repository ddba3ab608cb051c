import Type from 'typebox';
import { textPatterns } from '../text-patterns.ts';
import { Data, IsoTime, List, Nullable, Uuid } from './common.ts';
import { Closed } from './insights/closed.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const frequencies = ['daily', 'weekly'] as const;
const kinds = ['webhook', 'slack', 'discord', 'teams', 'email'] as const;

const Name = Type.String({ minLength: 1, maxLength: 120 });
const Frequency = Type.Enum([...frequencies], {
  description: '`daily`: of the last complete day. `weekly`: of the last complete week, Monday to Sunday',
});
const Weekday = Type.Enum([...weekdays], { description: 'Of a weekly digest' });
const Time = Type.String({
  pattern: textPatterns.timeOfDay.pattern,
  description: '`HH:MM` in the time zone of the project',
});
const Targets = Type.Array(Uuid, {
  minItems: 1,
  maxItems: 10,
  description: 'Ids of webhooks: addresses, chats or URLs that get it, whatever event types they listen for',
});
const Dashboard = Type.String({ minLength: 1, maxLength: 64, description: 'Id of a dashboard or template' });
const Environment = Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" }));

export const NewDigestBody = Closed({
  dashboard_id: Dashboard,
  environment_id: Environment,
  name: Type.Optional(Name),
  frequency: Frequency,
  weekday: Type.Optional(Weekday),
  time: Time,
  targets: Targets,
});
export const DigestPatch = Closed({
  dashboard_id: Type.Optional(Dashboard),
  name: Type.Optional(Name),
  frequency: Type.Optional(Frequency),
  weekday: Type.Optional(Weekday),
  time: Type.Optional(Time),
  targets: Type.Optional(Targets),
  enabled: Type.Optional(Type.Boolean({ description: 'false pauses it, true resumes it' })),
});
export const DigestPreviewBody = Closed({
  dashboard_id: Dashboard,
  environment_id: Environment,
  frequency: Frequency,
});

const RunRow = Type.Object({
  id: Uuid,
  digest_id: Uuid,
  origin: Type.Enum(['schedule', 'manual']),
  period_from: IsoTime,
  period_to: IsoTime,
  due_at: IsoTime,
  state: Type.Enum(['pending', 'sent', 'skipped', 'failed'], {
    description:
      '`sent`: queued for its targets, whose logs say more. `skipped`: no server ran within 12 hours of its time',
  }),
  reason: Nullable(
    Type.String({ description: 'Why it was skipped, failed, is tried again, or a target was left out' }),
  ),
  deliveries: Type.Array(
    Type.Object({
      webhook_id: Uuid,
      delivery_id: Uuid,
      state: Nullable(Type.Enum(['pending', 'delivered', 'failed'])),
    }),
  ),
  created_at: IsoTime,
  finished_at: Nullable(IsoTime),
});
const DigestRow = Type.Object({
  id: Uuid,
  name: Type.String(),
  dashboard_id: Uuid,
  dashboard_name: Nullable(Type.String({ description: 'null: it was deleted' })),
  environment_id: Uuid,
  frequency: Frequency,
  weekday: Nullable(Weekday),
  time: Time,
  timezone: Type.String({ description: 'Of the project' }),
  targets: Type.Array(
    Type.Object({
      id: Uuid,
      name: Type.String(),
      kind: Type.Enum([...kinds]),
      status: Type.Enum(['active', 'paused', 'disabled']),
      pictures: Type.Enum(['attached', 'linked', 'none'], {
        description: '`none`: links need an https address in LP_PUBLIC_URL, so this target gets the numbers only',
      }),
    }),
  ),
  status: Type.Enum(['active', 'paused']),
  paused_reason: Nullable(Type.Enum(['user', 'dashboard_deleted', 'targets_deleted'])),
  next_run_at: Nullable(IsoTime),
  runs: Type.Array(RunRow, { description: 'The last 10, newest first' }),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const DigestAnswer = Data(DigestRow);
export const DigestsAnswer = List(DigestRow);
export const DigestRunAnswer = Data(RunRow);
export const DigestPreviewAnswer = Data(
  Type.Object({
    subject: Type.String(),
    html: Type.String({ description: 'As mail clients get it; the pictures are PNGs inside, as data: URLs' }),
    text: Type.String(),
    widgets_left_out: Type.Integer(),
    has_mail: Type.Boolean({ description: 'Whether the operator has set a mail server' }),
    has_picture_links: Type.Boolean({ description: 'Whether chats get pictures: LP_PUBLIC_URL is https' }),
  }),
);
