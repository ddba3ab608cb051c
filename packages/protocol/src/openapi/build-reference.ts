import { errorCodes } from '../error-codes.ts';

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  $ref?: string;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

interface Document {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value: string): string => value.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

const between = (unit: string, low?: number, high?: number): string[] => {
  if (low === undefined && high === undefined) return [];
  if (low === undefined) return [`at most ${high}${unit}`];
  return [high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`];
};

function describe(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) return options.map(describe).join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => `<code>${text(String(value))}</code>`).join(' ');
  if (schema.const !== undefined) return `<code>${text(JSON.stringify(schema.const))}</code>`;
  const bounds = [
    ...between(' characters', schema.minLength, schema.maxLength),
    ...between('', schema.minimum, schema.maximum),
    ...between(' items', schema.minItems, schema.maxItems),
    ...(schema.pattern === undefined ? [] : [`<code>${text(schema.pattern)}</code>`]),
  ];
  const base =
    schema.type === 'array' && schema.items !== undefined
      ? `list of ${describe(schema.items)}`
      : String(schema.type ?? 'anything');
  return bounds.length > 0 ? `${base}, ${bounds.join(', ')}` : base;
}

function membersOf(schema: Schema): string {
  if (schema.oneOf !== undefined)
    return schema.oneOf.map((option) => nested(option) || `<p>${describe(option)}</p>`).join('<p>or</p>');
  if (schema.properties === undefined) return `<p>${describe(schema)}</p>`;
  const rows = Object.entries(schema.properties).map(([name, member]) => {
    const needed = schema.required?.includes(name) === true ? '' : ' <span class="optional">optional</span>';
    const inner = nested(member);
    const note = member.description === undefined ? '' : `<div>${text(member.description)}</div>`;
    return `<tr><td><code>${text(name)}</code>${needed}</td><td>${inner === '' ? describe(member) : inner}${note}</td></tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

/** Objects inside objects are shown in place. */
function nested(schema: Schema): string {
  if (schema.properties !== undefined || schema.oneOf !== undefined) return membersOf(schema);
  const inner = schema.anyOf?.find((option) => option.properties !== undefined);
  if (inner !== undefined) return membersOf(inner);
  if (schema.items?.properties !== undefined) return `list of ${membersOf(schema.items)}`;
  return '';
}

/** A named shape where it is used, so that nobody has to jump to read a route. */
function shapeHtml(schema: Schema | undefined, named: Record<string, Schema>): string {
  if (schema === undefined) return '';
  const name = schema.$ref?.split('/').at(-1) ?? '';
  const shape = named[name] ?? schema;
  return `<details open><summary>${describe(schema)}</summary>${membersOf(shape)}</details>`;
}

function operationHtml(path: string, method: string, operation: Operation, named: Record<string, Schema>): string {
  const parameters = operation.parameters ?? [];
  const parameterRows = parameters.map(
    ({ name, in: place, schema }) =>
      `<tr><td><code>${name}</code> <span class="optional">${place}</span></td><td>${describe(schema)}</td></tr>`,
  );
  const body = operation.requestBody?.content['application/json']?.schema;
  const statuses = Object.entries(operation.responses);
  const successes = new Map<string, { statuses: string[]; schema: Schema | undefined }>();
  for (const [status, answer] of statuses.filter(([code]) => Number(code) < 400)) {
    const schema = answer.content?.['application/json']?.schema;
    const alike = successes.get(schema?.$ref ?? '') ?? { statuses: [], schema };
    alike.statuses.push(`<code>${status}</code>`);
    successes.set(schema?.$ref ?? '', alike);
  }
  const successHtml = [...successes.values()].map(
    (one) => `<p>${one.statuses.join(' ')}</p>${shapeHtml(one.schema, named)}`,
  );
  const failures = statuses.filter(([status]) => Number(status) >= 400).map(([status]) => `<code>${status}</code>`);
  return `<section id="${operation.operationId}"><h3><span class="method">${method.toUpperCase()}</span> ${text(path)}</h3>
<p>${text(operation.summary)}. ${text(operation.description)}</p>
${parameterRows.length > 0 ? `<h4>Parameters</h4><table>${parameterRows.join('')}</table>` : ''}
${body === undefined ? '' : `<h4>Body</h4>${shapeHtml(body, named)}`}
<h4>Answers</h4>${successHtml.join('')}
${failures.length > 0 ? `<p>Otherwise ${failures.join(' ')}: <a href="#errors">what they mean</a></p>` : ''}</section>`;
}

const style = `:root{color-scheme:light dark;--page:#faf9f7;--text:#1d1f27;--muted:#5e6370;--line:#e6e4df;--lamp:#b45309}
@media(prefers-color-scheme:dark){:root{--page:#12131a;--text:#ecedf2;--muted:#a3a8b8;--line:#2c303d;--lamp:#fbbf24}}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.55 Inter,system-ui,sans-serif;display:grid;grid-template-columns:280px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px;border-right:1px solid var(--line);box-sizing:border-box}
nav a{display:block;color:var(--muted);text-decoration:none;padding:2px 0;font-size:13px}nav a:hover{color:var(--text)}
main{padding:24px 32px;max-width:960px}section{border-top:1px solid var(--line);padding:16px 0}
h1{font-size:28px}h3{font-size:16px;font-family:"JetBrains Mono",ui-monospace,monospace;overflow-wrap:anywhere}h4{margin:12px 0 4px;font-size:12px;color:var(--muted)}
.method{color:var(--lamp)}.optional{color:var(--muted);font-size:12px}code{font-family:"JetBrains Mono",ui-monospace,monospace;font-size:12.5px}
summary{cursor:pointer;color:var(--muted)}table{border-collapse:collapse;width:100%;table-layout:fixed}td{overflow-wrap:anywhere;border-top:1px solid var(--line);padding:4px 8px 4px 0;vertical-align:top}td:first-child{width:200px}td td:first-child{width:190px}a{color:var(--lamp)}
@media(max-width:800px){body{display:block}nav{position:static;height:auto;border-right:0}main{padding:16px}td:first-child,td td:first-child{width:38%}}`;

/** One static page without scripts: what the server answers at /docs. */
export function buildReference(openapi: Record<string, unknown>): string {
  const document = openapi as unknown as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const links = operations.map(
    ({ path, method, operation }) =>
      `<a href="#${operation.operationId}"><span class="method">${method.toUpperCase()}</span> ${text(path)}</a>`,
  );
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<section id="schema-${name}"><h3>${name}</h3>${membersOf(schema)}</section>`,
  );
  const codes = Object.entries(errorCodes).map(
    ([code, { status, sentence }]) => `<tr><td><code>${code}</code> ${status}</td><td>${text(sentence)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(document.info.title)} API ${text(document.info.version)}</title><style>${style}</style></head><body>
<nav><strong>◉ ${text(document.info.title)}</strong>${links.join('')}<a href="#errors">Error codes</a><a href="#shapes">Shapes</a><a href="/openapi.json">openapi.json</a></nav>
<main><h1>${text(document.info.title)} API</h1><p>${text(document.info.description)}</p>
<p>Every answer is <code>{"data": …}</code> or <code>{"error": {"code", "message", "details"?}}</code>. Keys go into <code>Authorization: Bearer …</code>.</p>
${operations.map(({ path, method, operation }) => operationHtml(path, method, operation, document.components.schemas)).join('\n')}
<h2 id="errors">Error codes</h2><table>${codes.join('')}</table>
<h2 id="shapes">Shapes</h2>${named.join('\n')}</main></body></html>
`;
}
