import Type from 'typebox';
import { Data, IsoTime, List, Nullable, Uuid } from './common.ts';

export const JobRow = Type.Object({
  id: Uuid,
  kind: Type.String({ description: 'What is being done, such as `backup`' }),
  status: Type.Enum(['queued', 'running', 'done', 'failed']),
  created_at: IsoTime,
  started_at: Nullable(IsoTime),
  finished_at: Nullable(IsoTime),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'What has been done, in numbers' }),
  error: Nullable(Type.String({ description: 'Why it failed' })),
});
export const BackupRow = Type.Object({
  ...JobRow.properties,
  name: Type.String({ description: "The folder's name, below the folder of all backups" }),
});
export const BackupAnswer = Data(BackupRow);
export const BackupsAnswer = List(BackupRow);
export const JobAnswer = Data(JobRow);
