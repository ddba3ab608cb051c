import type { Reference } from '../harness/processes.ts';
import { startPeer } from './peer-process.ts';

const appId = 'bench';

export const startParse = (databaseUrl: string): Promise<Reference> =>
  startPeer({
    name: 'parse-server',
    entry: 'parse-server/bin/parse-server',
    readyPath: '/parse/health',
    env: (port) => ({
      PORT: `${port}`,
      PARSE_SERVER_HOST: '127.0.0.1',
      PARSE_SERVER_APPLICATION_ID: appId,
      PARSE_SERVER_MASTER_KEY: 'bench-master-key',
      PARSE_SERVER_MASTER_KEY_IPS: '127.0.0.1',
      PARSE_SERVER_DATABASE_URI: databaseUrl,
      PARSE_SERVER_URL: `http://127.0.0.1:${port}/parse`,
      PARSE_SERVER_LOG_LEVEL: 'error',
      PARSE_SERVER_ALLOW_CLIENT_CLASS_CREATION: 'true',
    }),
  });

/** The same events, each one an object that is created. */
export function saveEvents(ingest: Buffer): Buffer {
  const body = ingest.subarray(ingest.indexOf('\r\n\r\n') + 4).toString();
  const { batch, context } = JSON.parse(body) as { batch: Record<string, unknown>[]; context: unknown };
  const requests = batch.map((event) => ({
    method: 'POST',
    path: '/parse/classes/Event',
    body: { ...event, context },
  }));
  const content = Buffer.from(JSON.stringify({ requests }));
  const head = [
    'POST /parse/batch HTTP/1.1',
    'Host: 127.0.0.1',
    `X-Parse-Application-Id: ${appId}`,
    'Content-Type: application/json',
    `Content-Length: ${content.length}`,
    '\r\n',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), content]);
}
