import type { CodegenModel } from './model.ts';
import { sayShape } from './shape.ts';

/** What of a definition code relies on. Stands at the end of every generated file, so that a later run can compare. */
export type Signature =
  | { readonly flag: string; readonly type: string }
  | { readonly experiment: string; readonly variants: Readonly<Record<string, string>> }
  | {
      readonly event: string;
      readonly required: Readonly<Record<string, string>>;
      readonly optional: Readonly<Record<string, string>>;
    };

const HEAD = 'Generated from these definitions; `lamppost codegen --check` compares them.';

export function signaturesOf({ flags, experiments, events }: CodegenModel): Signature[] {
  return [
    ...flags.map(({ key, type, shape }) => ({ flag: key, type: type === 'json' ? sayShape(shape) : type })),
    ...experiments.map(({ key, variants }) => ({
      experiment: key,
      variants: Object.fromEntries(variants.map((variant) => [variant.key, sayShape(variant.payload)])),
    })),
    ...events.map(({ name, properties }) => {
      const of = (isRequired: boolean): Record<string, string> =>
        Object.fromEntries(
          properties.fields
            .filter((field) => field.isRequired === isRequired)
            .map((field) => [field.name, sayShape(field.shape)]),
        );
      return { event: name, required: of(true), optional: of(false) };
    }),
  ];
}

/** As comments of languages that have `//`. */
export function writeSignatures(model: CodegenModel): string {
  return [HEAD, ...signaturesOf(model).map((signature) => JSON.stringify(signature))]
    .map((line) => `// ${line}`)
    .join('\n');
}

/** Undefined when the text was not generated, or by a version that wrote it in another way. */
export function readSignatures(text: string): Signature[] | undefined {
  const at = text.lastIndexOf(`// ${HEAD}`);
  if (at === -1) return undefined;
  try {
    return text
      .slice(at)
      .split('\n')
      .slice(1)
      .filter((line) => line.startsWith('// {'))
      .map((line) => JSON.parse(line.slice(3)) as Signature);
  } catch {
    return undefined;
  }
}
