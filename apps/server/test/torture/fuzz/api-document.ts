import { readFileSync } from 'node:fs';
import { type Route, type RouteName, routes } from '@lamppost/protocol';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document = JSON.parse(
  readFileSync(new URL('../../../../../spec/openapi.json', import.meta.url), 'utf8'),
) as ApiDocument;

export const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

/** A route with the shapes of what it takes. */
export interface FuzzedRoute {
  readonly name: RouteName;
  readonly route: Route;
  readonly query: readonly { readonly name: string; readonly schema: Schema }[];
  readonly body: Schema | undefined;
  readonly statuses: ReadonlySet<number>;
}

export const fuzzedRoutes: readonly FuzzedRoute[] = (Object.entries(routes) as [RouteName, Route][]).map(
  ([name, route]) => {
    const operation = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
    return {
      name,
      route,
      query: (operation?.parameters ?? []).filter((parameter) => parameter.in === 'query'),
      body: Object.values(operation?.requestBody?.content ?? {})[0]?.schema,
      statuses: new Set(Object.keys(operation?.responses ?? {}).map(Number)),
    };
  },
);
