import Type from 'typebox';
import { IsoTime, List } from './common.ts';

export const Edge = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'The host, and the address that it listens on' }),
  version: Type.String(),
  status: Type.Enum(['ready', 'not_ready', 'silent'], {
    description: '`silent`: it has said nothing for 15 seconds, so it was killed or cannot reach the control plane',
  }),
  reasons: Type.Array(Type.String(), { description: 'What does not work, or deserves a look' }),
  is_this: Type.Boolean({ description: 'Whether it is the one that answers' }),
  started_at: IsoTime,
  seen_at: IsoTime,
  log_backlog_bytes: Type.Integer({ description: 'Bytes of its event log that are not in the analytics store yet' }),
  behind_seconds: Type.Number({
    description: 'Age of the oldest event that it has accepted and that cannot be queried yet',
  }),
  revision: Type.Integer({ description: 'Of the flags, keys and settings that it serves; equal on all edges' }),
  jobs: Type.Array(Type.String(), { description: 'Background jobs that it does; each is done by one edge' }),
});
export const EdgesAnswer = List(Edge);
