import { seededRandom } from '../../../src/telemetry/testing/seeded-random.ts';
import { type FuzzedRoute, fuzzedRoutes, type Schema } from './api-document.ts';
import { generateValue } from './generate-value.ts';
import { mutateBody } from './mutate-body.ts';
import { pick, type Random } from './pick.ts';

export const callerNames = [
  'none',
  'publishable',
  'secret',
  'dev',
  'confined',
  'revoked',
  'unknown',
  'other',
  'operator',
  'session',
] as const;
export type CallerName = (typeof callerNames)[number];

/** A request as the corpus keeps it. Ids that only a running server knows are written `%own.alerts%`. */
export interface FuzzRequest {
  readonly route: string;
  readonly caller: CallerName;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64: it may not be text. */
  readonly body?: string;
  /** The path is the route's own, filled in as a client would. */
  readonly isPathPlain: boolean;
  /** The path names what belongs to another project. */
  readonly isForeign: boolean;
}

const oddParts = [
  '%00',
  '%ff',
  '%',
  '..',
  '.',
  '%2e%2e%2f',
  '%2F',
  'x'.repeat(1_100),
  '__proto__',
  'constructor',
  "'",
  '%F0%9F%99%82',
  '%ED%A0%80',
  '*',
  '-1',
];

interface BuiltPath {
  readonly path: string;
  readonly isPathPlain: boolean;
  readonly isForeign: boolean;
}

/** `%own.flags%` is replaced by what the world has of that name, see world.ts. */
function fillPath(template: string, random: Random): BuiltPath {
  let [isPathPlain, isForeign] = [true, false];
  const whose = random() < 0.15 ? 'other' : 'own';
  const path = template.replaceAll(/([^/]+)\/:(\w+)/g, (_, folder: string) => {
    const choice = random();
    if (choice < 0.7) {
      if (whose === 'other') isForeign = true;
      return `${folder}/%${whose}.${folder}%`;
    }
    if (choice < 0.85) return `${folder}/0190a6c4-2222-7abc-8def-000000000001`;
    isPathPlain = false;
    return `${folder}/${pick(random, oddParts)}`;
  });
  return { path, isPathPlain, isForeign };
}

const oddQueries = [
  'limit=-1',
  'limit=1e9',
  'limit=',
  'cursor=x',
  'cursor=%00',
  'a[]=1&a[]=2',
  '__proto__=1',
  'limit=1&limit=2',
  '%ff=%ff',
  'x'.repeat(9_000),
  'since=99999999999999999999',
  'range=%7B',
  '&&&===',
];

function buildQuery(parameters: readonly { readonly name: string; readonly schema: Schema }[], random: Random): string {
  const parts: string[] = [];
  for (const { name, schema } of parameters) {
    if (random() > 0.3) continue;
    const value =
      random() < 0.7
        ? generateValue(schema, random)
        : pick(random, ['', '-1', 'NaN', '1e400', '\u0000', 'x'.repeat(300)]);
    parts.push(`${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`);
  }
  if (random() < 0.1) parts.push(pick(random, oddQueries));
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'nonsense' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br' },
  { 'content-encoding': 'nonsense' },
  { 'x-device-id': 'fuzz-device' },
  { 'x-device-id': 'x'.repeat(2_000) },
  { 'x-environment': 'development' },
  { 'if-none-match': '"x", W/"y", *' },
  { accept: 'text/html' },
  { accept: '*/*;q=nonsense' },
  { origin: 'https://elsewhere.example' },
  { 'x-request-id': 'x'.repeat(500) },
  { 'x-project-id': '%other.projects%' },
  { range: 'bytes=0-1' },
  { expect: '100-continue' },
  { cookie: 'lamppost_session=nonsense; a="' },
];

/** Takes long or makes files: some of it is enough. */
const rarely: ReadonlySet<string> = new Set(['createBackup', 'reference', 'sdkTarball', 'openapi', 'createExport']);

function pickRoute(random: Random): FuzzedRoute {
  const chosen = pick(random, fuzzedRoutes);
  return rarely.has(chosen.name) && random() < 0.95 ? pickRoute(random) : chosen;
}

/** The same for the same seed and number, whatever was sent before. */
export function buildRequest(seed: number, number: number): FuzzRequest {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const { name, route, query, body } = pickRoute(random);
  const filled = fillPath(route.path, random);
  const headers: Record<string, string> = random() < 0.2 ? { ...pick(random, oddHeaders) } : {};
  const isWrongMethod = random() < 0.02;
  const hasBody = route.method !== 'GET' && (body !== undefined || random() < 0.2);
  const request: FuzzRequest = {
    route: name,
    // Most of what is worth breaking stands behind the gate.
    caller: random() < 0.5 ? likelyCaller(route.access, random) : pick(random, callerNames),
    method: isWrongMethod ? pick(random, ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) : route.method,
    path: `${filled.path}${buildQuery(query, random)}`,
    headers,
    isPathPlain: filled.isPathPlain && !isWrongMethod,
    isForeign: filled.isForeign,
  };
  if (!hasBody) return request;
  return { ...request, body: mutateBody(generateValue(body ?? {}, random), random).toString('base64') };
}

function likelyCaller(access: readonly string[], random: Random): CallerName {
  const able = callerNames.filter((name) => access.includes(name));
  return able.length === 0 || random() < 0.2 ? 'session' : pick(random, able);
}
