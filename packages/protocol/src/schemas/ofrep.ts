import Type from 'typebox';
import { FreeForm, Nullable } from './common.ts';

/** Bodies of the OpenFeature Remote Evaluation Protocol and of the OpenFeature CLI, in their own shapes. */
export const OfrepBody = Type.Object({ context: Type.Optional(FreeForm('targetingKey and attributes')) });

export const OfrepEvaluation = Type.Object({
  key: Type.String(),
  value: Type.Optional(Type.Unknown()),
  reason: Type.Optional(Type.Enum(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'DEFAULT', 'UNKNOWN'])),
  variant: Type.String({ description: 'The value as it is written, of a long one the first 200 characters' }),
  metadata: Type.Optional(FreeForm()),
});

export const OfrepFailure = Type.Object({
  key: Type.Optional(Type.String()),
  errorCode: Type.Enum(['PARSE_ERROR', 'TARGETING_KEY_MISSING', 'INVALID_CONTEXT', 'GENERAL', 'FLAG_NOT_FOUND']),
  errorDetails: Type.Optional(Type.String()),
});

export const OfrepBulkEvaluation = Type.Object({
  flags: Type.Array(Type.Union([OfrepEvaluation, OfrepFailure])),
  metadata: Type.Optional(FreeForm()),
  eventStreams: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Literal('sse'),
        endpoint: Type.Object({ requestUri: Type.String() }),
        inactivityDelaySec: Type.Optional(Type.Integer()),
      }),
    ),
  ),
});

export const OpenFeatureManifest = Type.Object({
  flags: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.Optional(Type.String()),
      type: Type.Enum(['boolean', 'string', 'integer', 'float', 'object']),
      description: Type.Optional(Nullable(Type.String())),
      defaultValue: Type.Unknown(),
    }),
  ),
});

export const OfrepStreamQuery = Type.Object({
  token: Type.String({ description: 'From eventStreams; good for ten minutes' }),
});
