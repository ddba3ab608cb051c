import type { Shape } from './shape.ts';

/** The texts of a type that is a choice of texts. */
export function choicesOf(shape: Shape): string[] | undefined {
  const options = shape.kind === 'union' ? shape.of : [shape];
  const texts = options.flatMap((one) => (one.kind === 'literal' && typeof one.value === 'string' ? [one.value] : []));
  return texts.length === options.length ? texts : undefined;
}
