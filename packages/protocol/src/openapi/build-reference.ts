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
    return `<a href="/docs/api/shapes#schema-${name}">${name}</a>`;
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
  const label = name === '' ? describe(schema) : text(name);
  return `<details open><summary>${label}</summary>${membersOf(shape)}</details>`;
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
  return `<section class="operation"><h2 id="${operation.operationId}"><span class="method">${method.toUpperCase()}</span> ${text(path)}</h2>
<p>${text(operation.summary)}. ${text(operation.description)}</p>
${parameterRows.length > 0 ? `<h3>Parameters</h3><table>${parameterRows.join('')}</table>` : ''}
${body === undefined ? '' : `<h3>Body</h3>${shapeHtml(body, named)}`}
<h3>Answers</h3>${successHtml.join('')}
${failures.length > 0 ? `<p>Otherwise ${failures.join(' ')}: <a href="/docs/reference/errors">what they mean</a></p>` : ''}</section>`;
}

/** One page of the reference: its content only, to be put into a frame. */
export interface ReferencePage {
  readonly slug: string;
  readonly title: string;
  readonly html: string;
  /** What has a heading on it. */
  readonly entries: readonly { readonly id: string; readonly label: string; readonly summary: string }[];
}

/** Which routes stand on one page, by the beginning of their paths. What nobody claims stands on the last. */
const groups = [
  { slug: 'events', title: 'Events', paths: ['/v1/ingest', '/v1/events', '/v1/usage'] },
  { slug: 'devices', title: 'Devices and people', paths: ['/v1/devices', '/v1/people', '/v1/users', '/v1/jobs'] },
  {
    slug: 'config',
    title: 'Config',
    paths: ['/v1/config', '/v1/ruleset', '/v1/definitions', '/ofrep/', '/openfeature/'],
  },
  { slug: 'flags', title: 'Flags and groups', paths: ['/v1/flags', '/v1/groups', '/v1/change-requests'] },
  { slug: 'experiments', title: 'Experiments', paths: ['/v1/experiments', '/v1/layers', '/v1/holdout'] },
  { slug: 'insights', title: 'Insights and dashboards', paths: ['/v1/insights', '/v1/dashboards', '/v1/exports'] },
  { slug: 'crashes', title: 'Crashes and symbols', paths: ['/v1/crashes', '/v1/symbols'] },
  { slug: 'performance', title: 'Performance', paths: ['/v1/performance'] },
  { slug: 'releases', title: 'Releases', paths: ['/v1/releases', '/v1/annotations'] },
  {
    slug: 'members',
    title: 'Members and sessions',
    paths: ['/v1/session', '/v1/members', '/v1/membership', '/v1/invitations'],
  },
  { slug: 'projects', title: 'Projects', paths: ['/v1/project', '/v1/environments', '/v1/keys', '/v1/changes'] },
  { slug: 'sdks', title: 'SDKs', paths: ['/sdk', '/v1/sdks'] },
  { slug: 'installation', title: 'Installation', paths: [''] },
] as const;

/** The reference of the API: pages of routes, and one of the shapes that they name. */
export function buildReference(openapi: Record<string, unknown>): readonly ReferencePage[] {
  const document = openapi as unknown as Document;
  const named = document.components.schemas;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      group: groups.find(({ paths }) => paths.some((start) => path.startsWith(start))),
    })),
  );
  const pages = groups.map((group) => {
    const own = operations.filter((one) => one.group === group);
    return {
      slug: group.slug,
      title: group.title,
      html: own.map(({ path, method, operation }) => operationHtml(path, method, operation, named)).join('\n'),
      entries: own.map(({ path, method, operation: { operationId, summary } }) => ({
        id: operationId,
        label: `${method.toUpperCase()} ${path}`,
        summary,
      })),
    };
  });
  const shapes = Object.entries(named).map(
    ([name, schema]) => `<section class="operation"><h2 id="schema-${name}">${name}</h2>${membersOf(schema)}</section>`,
  );
  const entries = Object.keys(named).map((name) => ({ id: `schema-${name}`, label: name, summary: '' }));
  return [...pages, { slug: 'shapes', title: 'Shapes', html: shapes.join('\n'), entries }];
}
