import Type from 'typebox';
import { IsoTime, Nullable, Uuid } from '../../common.ts';
import { experimentDecisions, unitsOfValue, variantDecisions } from '../../experiment-results.ts';
import { experimentStatuses, metricDirections, metricKinds } from '../../experiments.ts';

const Figure = (description?: string) => Nullable(Type.Number(description === undefined ? {} : { description }));

// Written out and named, as filters are.
export interface VariantLift {
  key: string;
  isControl: boolean;
  units: number;
  value: number | null;
  lift: number | null;
  interval: [number, number] | null;
  decision: (typeof variantDecisions)[number];
}

export const ExperimentLiftResult = Type.Object({
  kind: Type.Literal('experiment'),
  experiment: Nullable(
    Type.Object(
      {
        id: Uuid,
        key: Type.String(),
        name: Type.String(),
        status: Type.Enum([...experimentStatuses]),
        startedAtIso: Nullable(IsoTime),
        verdict: Type.String({ description: 'One or two sentences' }),
        decision: Type.Enum([...experimentDecisions]),
        confidenceLevel: Type.Number(),
      },
      { description: 'null: none is named, and none is running or completed' },
    ),
  ),
  metric: Nullable(
    Type.Object({
      name: Type.String(),
      eventName: Type.String(),
      metricType: Type.Enum([...metricKinds]),
      direction: Type.Enum([...metricDirections]),
      unitOfValue: Type.Enum([...unitsOfValue]),
    }),
  ),
  variants: Type.Array(
    Type.Unsafe<VariantLift>(
      Type.Object({
        key: Type.String(),
        isControl: Type.Boolean(),
        units: Type.Integer(),
        value: Figure(),
        lift: Figure('A fraction: 0.05 is 5 % more than the control'),
        interval: Nullable(
          Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: 'Of the lift, from and to' }),
        ),
        decision: Type.Enum([...variantDecisions]),
      }),
    ),
  ),
  asOfIso: IsoTime,
});
