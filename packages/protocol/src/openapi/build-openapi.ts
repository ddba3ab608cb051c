import { type ErrorCodeEntry, errorCodes } from '../error-codes.ts';
import { type Access, type MemberAccess, type Route, routes } from '../routes.ts';
import { type SchemaName, schemas } from '../schemas/index.ts';

type Json = Record<string, unknown>;

const accessSentences: Record<Access, string> = {
  publishable: 'publishable key',
  secret: 'secret key',
  dev: 'dev key',
  operator: 'operator token',
  anyone: 'no key',
  machine: 'operator token, or from loopback',
};

const memberSentences: Record<MemberAccess, string> = {
  owner: 'owner',
  admin: 'admin and above',
  editor: 'editor and above',
  viewer: 'viewer and above',
  operator: 'those who are operators',
  self: 'everybody who is signed in',
};

/** Who may, in words. */
function describeAccess({ access, member, isKeyOptional }: Route): string {
  const keys = access.map((each) => accessSentences[each]).join(' or ');
  return [
    ...(keys === '' ? [] : [`Key: ${keys}${isKeyOptional === true ? ', or none' : ''}.`]),
    ...(member === undefined ? [] : [`Members: ${memberSentences[member]}.`]),
  ].join(' ');
}

function securityOf({ access, member, isKeyOptional }: Route): Json[] {
  if (access.includes('anyone')) return [];
  return [
    ...(isKeyOptional === true ? [{}] : []),
    ...(access.length > 0 ? [{ bearer: [] }] : []),
    ...(member === undefined ? [] : [{ session: [] }]),
  ];
}

const schemaRef = (name: SchemaName): Json => ({ $ref: `#/components/schemas/${name}` });
const jsonContent = (name: SchemaName): Json => ({ content: { 'application/json': { schema: schemaRef(name) } } });

function answersOf(route: Route): Json {
  const answers: Json = {};
  for (const [status, name] of Object.entries(route.success)) {
    answers[status] = {
      description: status === '304' ? 'Nothing changed' : 'Done',
      ...(name === null ? {} : jsonContent(name)),
    };
  }
  if (route.isApprovable === true) {
    answers[202] = {
      description: 'The environment requires approval: nothing was changed, the change request waits for it',
      ...jsonContent('ChangeRequestedAnswer'),
    };
  }
  for (const status of failuresOf(route)) {
    const sentences = Object.entries<ErrorCodeEntry>(errorCodes)
      .filter(([, entry]) => entry.status === status || entry.also?.includes(status))
      .map(([code, entry]) => `${code}: ${entry.sentence}`);
    const shape = route.failureShapes?.[status];
    answers[status] ??= {
      description: shape === undefined ? sentences.join(' ') : 'Not possible, in words of the protocol',
      ...jsonContent(shape ?? 'ErrorAnswer'),
    };
  }
  return answers;
}

function failuresOf(route: Route): number[] {
  const isKeyed = !route.access.includes('anyone');
  const isMetered = route.access.some((access) => access === 'publishable' || access === 'secret' || access === 'dev');
  return [
    ...(route.body !== undefined || route.query !== undefined ? [400] : []),
    ...(isKeyed ? [401, 403] : []),
    ...(route.body !== undefined ? [413] : []),
    ...(isMetered ? [429] : []),
    ...(namesEnvironment(route) ? [404] : []),
    ...(route.failures ?? []),
    ...Object.keys(route.failureShapes ?? {}).map(Number),
    ...(isKeyed ? [503] : []),
  ].sort((a, b) => a - b);
}

/** Environments that the project does not have are 404 wherever they are named. */
function namesEnvironment({ query, body }: Route): boolean {
  return [query, body].some((name) => {
    const members = name === undefined ? {} : (schemas[name] as { properties?: object }).properties;
    return Object.keys(members ?? {}).some((member) => /^(?:from_|to_)?environment_id$/.test(member));
  });
}

function parametersOf(route: Route): Json[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  if (route.query === undefined) return inPath;
  const query = schemas[route.query] as unknown as { properties: Record<string, Json>; required?: string[] };
  const inQuery = Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }));
  return [...inPath, ...inQuery];
}

function operationOf(name: string, route: Route): Json {
  const parameters = parametersOf(route);
  return {
    operationId: name,
    summary: route.summary,
    description: describeAccess(route),
    security: securityOf(route),
    ...(route.member === undefined ? {} : { 'x-member-role': route.member }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: route.isBodyOptional !== true, ...jsonContent(route.body) } }),
    responses: answersOf(route),
  };
}

/** Shapes that have a name are referred to by it, wherever they are used inside others. */
function namedShapes(): Json {
  const names = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  const refer = (value: unknown, isRoot: boolean): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const name = names.get(value);
    if (name !== undefined && !isRoot) return schemaRef(name as SchemaName);
    if (Array.isArray(value)) return value.map((item) => refer(item, false));
    // `discriminator` is for the checks: in OpenAPI it would need a mapping, and the options' own tags say the same.
    const members = Object.entries(value).filter(([key]) => key !== 'discriminator');
    return Object.fromEntries(members.map(([key, member]) => [key, refer(member, false)]));
  };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, refer(schema, true)]));
}

/** The OpenAPI 3.1 document of everything the server answers. */
export function buildOpenapi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lamppost',
      version,
      description: 'Product analytics and app configuration: events, flags, experiments, crashes and performance.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'lp_pub_…, lp_sec_…, lp_dev_… or lpop_…' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'lp_session',
          description:
            'A signed-in member; the name begins with __Host- when LP_PUBLIC_URL is https. X-Lamppost-Project, or project_id in the query, names the project by id or slug; X-CSRF-Token is needed for all but GET.',
        },
      },
      schemas: namedShapes(),
    },
  };
}
