import { invalidBody, isJsonObject, type JsonObject, limits } from '@lamppost/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IngestKind } from '../../../collect/ledger/ingest-outcomes.ts';
import { limitHeaders } from '../../../http/server/limit-headers.ts';
import type { CompatDeps } from '../compat-deps.ts';
import { compatRoute } from '../compat-route.ts';
import { readClientJson } from '../read-client-json.ts';
import { readCountedBody, type Translated, takeTranslated } from '../take-translated.ts';
import { decodeOtlp } from './decode-otlp.ts';
import type { MessageName } from './otlp-messages.ts';
import { translateLogs } from './translate-logs.ts';
import { translateTraces } from './translate-traces.ts';

interface Signal {
  readonly path: string;
  readonly name: string;
  readonly message: MessageName;
  readonly kind: IngestKind;
  /** In an answer that says how many were rejected. */
  readonly rejected: string;
  readonly translate: (body: JsonObject, bodyBytes: Buffer) => Translated;
}

const signals: readonly Signal[] = [
  {
    path: 'logs',
    name: 'compatOtlpLogs',
    message: 'Logs',
    kind: 'events',
    rejected: 'rejectedLogRecords',
    translate: translateLogs,
  },
  {
    path: 'traces',
    name: 'compatOtlpTraces',
    message: 'Traces',
    kind: 'metrics',
    rejected: 'rejectedSpans',
    translate: translateTraces,
  },
];

/** OTLP over HTTP, as JSON and as protobuf. The key is a publishable key in the Authorization header. */
export function registerOtlpRoutes(fastify: FastifyInstance, deps: CompatDeps): void {
  for (const { path, name, message, kind, rejected, translate } of signals) {
    const route = {
      method: 'POST',
      paths: [`/compat/otlp/v1/${path}`, `/compat/otlp/v1/${path}/`],
      name,
      bodyBytes: limits.crashBodyBytes,
      keyOf: bearerKey,
    } as const;
    compatRoute(fastify, deps, route, async ({ request, reply, bodyBytes, access }) => {
      const scope = await access();
      const isProtobuf = /protobuf/i.test(contentTypeOf(request));
      const translated = readCountedBody(deps, scope, kind, () => {
        const body = isProtobuf ? decodeOtlp(bodyBytes, message) : readClientJson(bodyBytes);
        if (!isJsonObject(body)) throw invalidBody('The body must be an object');
        return translate(body, bodyBytes);
      });
      const taken = await takeTranslated(deps, scope, translated);
      reply.headers(limitHeaders([...request.admission.limits, ...taken.limits]));
      if (isProtobuf) {
        reply.type('application/x-protobuf');
        return taken.rejected === 0 ? Buffer.alloc(0) : partialSuccess(taken.rejected);
      }
      if (taken.rejected === 0) return {};
      return { partialSuccess: { [rejected]: String(taken.rejected), errorMessage: WHY } };
    });
  }
}

const WHY = 'See the failed events of the project';

/** Field 1 is the message of field 1, the count, and field 2, the words. */
function partialSuccess(rejected: number): Buffer {
  const count = [];
  for (let rest = rejected; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      count.push(rest);
      break;
    }
    count.push((rest % 128) + 128);
  }
  const words = Buffer.from(WHY);
  const inner = Buffer.concat([Buffer.from([0x08, ...count, 0x12, words.length]), words]);
  return Buffer.concat([Buffer.from([0x0a, inner.length]), inner]);
}

const bearerKey = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];

/** The server forgets the header for all routes, since bodies are JSON everywhere else. */
function contentTypeOf({ raw: { rawHeaders } }: FastifyRequest): string {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  return at < 0 ? '' : (rawHeaders[at + 1] ?? '');
}
