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
export const JobAnswer = Data(JobRow);
export const JobsAnswer = List(JobRow);
