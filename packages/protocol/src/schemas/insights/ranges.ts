import Type, { type TObject, type TSchema } from 'typebox';
import { textPatterns } from '../../text-patterns.ts';
import { IsoTime, OneOfTagged, Uuid } from '../common.ts';
import { Closed } from './closed.ts';

const Unit = Type.Enum(['day', 'week', 'month', 'quarter', 'year']);

const ranges: readonly TObject[] = [
  Closed({
    kind: Type.Literal('relative'),
    last: Type.String({
      pattern: textPatterns.timeSpan.pattern,
      maxLength: 9,
      description: 'Until now: `90m`, `24h`, `7d`, `4w`, or by the calendar: `3mo`, `2q`, `1y`. 20 years at most',
    }),
  }),
  Closed({
    kind: Type.Literal('current'),
    unit: Unit,
  }),
  Closed({
    kind: Type.Literal('previous'),
    unit: Unit,
  }),
  Closed({
    kind: Type.Literal('since_release'),
    releaseId: Uuid,
  }),
  Closed({ kind: Type.Literal('absolute'), fromIso: IsoTime, toIso: IsoTime }),
];

type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

// Written out and named, as filters are.
export interface RelativeRange {
  kind: 'relative';
  last: string;
}
export interface CalendarRange {
  kind: 'current' | 'previous';
  unit: CalendarUnit;
}
export interface ReleaseRange {
  kind: 'since_release';
  releaseId: string;
}
export interface AbsoluteRange {
  kind: 'absolute';
  fromIso: string;
  toIso: string;
}

export const InsightRange = Type.Unsafe<RelativeRange | CalendarRange | ReleaseRange | AbsoluteRange>(
  OneOfTagged('kind', ranges) as TSchema,
);
