import { asSentence, capital } from '../format/as-sentence.ts';
import { fieldPathWords } from '../format/field-path-words.ts';

/** An error for a field by its name; `form` is a sentence about the whole. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

/** What a form can read from a failed request; any other error has only its message. */
export interface SubmitProblem extends Error {
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Errors at the fields that have them; those of no field become the sentence. `value_type` is of the field `valueType`. */
export function submitErrors(problem: SubmitProblem, fields: readonly string[]): FieldErrors {
  const errors: Record<string, string> = {};
  const others: string[] = [];
  for (const [path, [first = '']] of Object.entries(problem.fieldErrors ?? {})) {
    const field = fieldOf(path);
    if (fields.includes(field)) errors[field] ??= capital(first);
    else others.push(asSentence(`${fieldPathWords(path)}: ${first}`));
  }
  if (others.length > 0) return { ...errors, form: others.join(' ') };
  return Object.keys(errors).length > 0 ? errors : { form: problem.message };
}

const fieldOf = (path: string): string =>
  (path.split('.')[0] ?? path).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
