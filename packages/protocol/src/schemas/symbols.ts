import Type from 'typebox';
import { textPatterns } from '../text-patterns.ts';
import { Data, IsoTime, List, Nullable, Uuid } from './common.ts';

const kinds = ['sourcemap', 'hermes', 'proguard', 'apple', 'elf'] as const;
const Label = Type.String({ minLength: 1, maxLength: 256 });

export const SymbolUploadQuery = Type.Object({
  kind: Type.Enum([...kinds, 'archive'], { description: 'What the body is; archive: a zip of source maps' }),
  release: Type.Optional(Label),
  build: Type.Optional(Label),
  file: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1024, description: 'The script a map is for, or the name of an image' }),
  ),
  debug_id: Type.Optional(
    Type.String({
      pattern: textPatterns.debugId.pattern,
      description: 'The debug id of a script, the map id of R8, the uuid of an image; dashes and case do not matter',
    }),
  ),
  platform: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});

export const SymbolFileRow = Type.Object({
  id: Uuid,
  kind: Type.Enum([...kinds]),
  release: Nullable(Type.String()),
  build: Nullable(Type.String()),
  file: Nullable(Type.String()),
  debug_id: Nullable(Type.String()),
  platform: Nullable(Type.String()),
  bytes: Type.Integer(),
  sha256: Type.String({ pattern: textPatterns.sha256.pattern }),
  created_at: IsoTime,
});
export const SymbolUploadAnswer = Data(
  Type.Union([SymbolFileRow, Type.Array(SymbolFileRow)], { description: 'A list for an archive, otherwise one' }),
);
export const SymbolFilesAnswer = List(SymbolFileRow);
