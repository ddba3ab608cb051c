import Type from 'typebox';
import { Data, FreeForm, IsoTime, List, Maybe, Nullable, Uuid } from './common.ts';

const feedbackTypes = ['bug', 'feature', 'general'] as const;

export const FeedbackBody = Type.Object({
  feedbackType: Type.Enum([...feedbackTypes]),
  message: Type.String({ minLength: 5, maxLength: 5000 }),
  metadata: Maybe(FreeForm('Whatever helps to understand it; bounded by the size of the body')),
});
export const FeedbackAnswer = Data(Type.Object({ id: Uuid, createdAt: IsoTime }));

export const FeedbackRow = Type.Object({
  id: Uuid,
  feedback_type: Type.Enum([...feedbackTypes]),
  message: Type.String(),
  metadata: Nullable(FreeForm()),
  project_id: Nullable(Type.String({ description: 'Of the key that it was sent with' })),
  project_slug: Nullable(Type.String()),
  created_at: IsoTime,
});
export const FeedbackListAnswer = List(FeedbackRow);
