import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { GuideBlock } from './guide-blocks.ts';

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: object } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Readonly<Record<string, Content>> }>>>>;
  readonly components: { readonly schemas: object };
}

const document = JSON.parse(
  readFileSync(new URL('../../../../spec/openapi.json', import.meta.url), 'utf8'),
) as Document;

/**
 * The documents of a block. What guides leave out with an ellipsis is left out, and the ellipsis with it.
 * Several may stand there, a line each.
 */
export function readShown(code: string): { readonly values: readonly unknown[]; readonly isCut: boolean } {
  const whole = code
    .replaceAll(/,\s*…(?=\s*[\]}])/g, '')
    .replaceAll(/\{…\}/g, '{}')
    .trim();
  const isCut = whole !== code.trim() || code.includes('…');
  try {
    return { values: [JSON.parse(whole)], isCut };
  } catch {
    return { values: whole.split('\n').map((line) => JSON.parse(line)), isCut };
  }
}

/**
 * What is wrong with a block that says which answer it is, such as `json answer POST /v1/backups`; behind the path stands
 * the member that it is, where it is not all of it.
 */
export function faultsOfAnswer(block: GuideBlock): readonly string[] {
  const [, method = '', path = '', member] = block.about;
  const { values, isCut } = readShown(block.code);
  const schema = answerSchema(method, path);
  if (schema === undefined) return [`there is no answer of ${method} ${path}`];
  const relaxed = relax({ ...schema, components: document.components }, isCut || member !== undefined);
  const check = new Ajv2020({ strict: false, allErrors: true }).compile(relaxed as object);
  return values.flatMap((value) => {
    const shown = (member ?? '')
      .split('.')
      .reduceRight((inner, name) => (name === '' ? inner : { [name]: inner }), value);
    if (check(shown)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  });
}

const jsonSchema = (content: Content | undefined): object | undefined => content?.content?.['application/json']?.schema;

function answerSchema(method: string, path: string): object | undefined {
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const success = Object.keys(responses).find((status) => Number(status) < 300);
  return success === undefined ? undefined : jsonSchema(responses[success]);
}

/** Guides shorten ids and texts; a name that the document does not know is a fault all the same. */
function relax(schema: unknown, isPart: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => relax(one, isPart));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(
    ([name, value]) =>
      !((name === 'pattern' || name === 'format') && typeof value === 'string') &&
      !(isPart && name === 'required' && Array.isArray(value)),
  );
  const copy = Object.fromEntries(entries.map(([name, value]) => [name, relax(value, isPart)]));
  // Results of queries are told apart by their kind, which is all that the document says of them.
  const isClosed =
    copy.type === 'object' && Object.keys(copy.properties ?? {}).length > 1 && !('additionalProperties' in copy);
  return isClosed ? { ...copy, additionalProperties: false } : copy;
}

/** What an answer that is shown has and the real one has not; of lists the first items are compared. */
export function missingIn(real: unknown, shown: unknown, path = ''): readonly string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [path];
    return real.length === 0 || shown.length === 0 ? [] : missingIn(real[0], shown[0], `${path}[0]`);
  }
  if (typeof shown !== 'object' || shown === null || real === null) return [];
  const found = real as Readonly<Record<string, unknown>>;
  return Object.entries(shown).flatMap(([name, value]) =>
    name in found ? missingIn(found[name], value, `${path}.${name}`) : [`${path}.${name}`],
  );
}
