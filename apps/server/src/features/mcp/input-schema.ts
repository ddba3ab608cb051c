import { isJsonObject, type JsonObject, type Route, routes } from '@lamppost/protocol';
import type { Tool } from './tool.ts';

/** The named shapes of the API, as its document has them. */
export type NamedSchemas = Readonly<Record<string, JsonObject>>;

/** What a tool takes: the members of the requests of its route, with the same bounds and descriptions. */
export function inputSchema(
  { routes: [name], input }: Pick<Tool, 'routes' | 'input'>,
  schemas: NamedSchemas,
): JsonObject {
  const route: Route = routes[name];
  const query = membersOf(schemas, route.query);
  const body = membersOf(schemas, route.body);
  const inBody = input.body === 'all' ? Object.keys(body.properties) : (input.body ?? []);
  const params = Object.fromEntries(
    (input.params ?? []).map((param) => [param.name, { type: 'string', minLength: 1, description: param.description }]),
  );
  return {
    type: 'object',
    properties: {
      ...params,
      ...picked(query, input.query ?? []),
      ...picked(body, inBody),
      ...input.own,
    },
    required: [
      ...Object.keys(params),
      ...query.required.filter((member) => input.query?.includes(member)),
      ...body.required.filter((member) => inBody.includes(member)),
      ...(input.required ?? []),
    ],
    additionalProperties: false,
  };
}

interface Members {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

function membersOf(schemas: NamedSchemas, name: string | undefined): Members {
  const schema = name === undefined ? {} : (schemas[name] ?? {});
  return {
    properties: isJsonObject(schema.properties) ? schema.properties : {},
    required: Array.isArray(schema.required) ? schema.required : [],
  };
}

function picked({ properties }: Members, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => {
      if (properties[name] === undefined) throw new Error(`The route has no member ${name}`);
      return [name, properties[name]];
    }),
  );
}
