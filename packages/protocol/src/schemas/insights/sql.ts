import Type from 'typebox';
import { Closed } from './closed.ts';

export const SqlQuery = Closed({
  kind: Type.Literal('sql'),
  sql: Type.String({ minLength: 1, maxLength: 20_000, description: 'One SELECT' }),
});
