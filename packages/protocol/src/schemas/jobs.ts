import Type from 'typebox';
import { Data, IsoTime, List, Nullable, Uuid } from './common.ts';

const job = {
  id: Uuid,
  kind: Type.String({ description: 'What is being done, such as `backup`' }),
  status: Type.Enum(['queued', 'running', 'done', 'failed']),
  created_at: IsoTime,
  started_at: Nullable(IsoTime),
  finished_at: Nullable(IsoTime),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'What has been done, in numbers' }),
  error: Nullable(Type.String({ description: 'Why it failed' })),
};
const name = Type.String({ description: "Of a backup: the folder's name, below the folder of all backups" });

const server = Nullable(
  Type.String({ description: 'The server that made it; null for one that an earlier version made' }),
);

export const JobRow = Type.Object({ ...job, name: Type.Optional(name), server: Type.Optional(server) });
export const BackupRow = Type.Object({ ...job, name, server });
export const BackupAnswer = Data(BackupRow);
export const BackupListRow = Type.Object({
  ...job,
  name,
  server,
  on_disk: Type.Boolean({
    description: 'False for one that failed, that was removed since, or that is on the disk of another server',
  }),
});
export const BackupsAnswer = List(BackupListRow);
export const JobAnswer = Data(JobRow);
export const JobsAnswer = List(JobRow);
