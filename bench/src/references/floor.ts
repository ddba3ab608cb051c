/**
 * What any durable collector must do at the least: read the body, parse it, append it to a file, sync in groups, answer 202.
 * FLOOR_SYNC=off leaves the sync out, FLOOR_APPEND=off the file.
 */
import { closeSync, fdatasync, openSync, writev } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isAppending = process.env.FLOOR_APPEND !== 'off';
const isSyncing = process.env.FLOOR_SYNC !== 'off';
const file = openSync(process.env.FLOOR_FILE ?? join(tmpdir(), `floor-${process.pid}.ndjson`), 'w');
let waiting: { body: Buffer; response: ServerResponse }[] = [];
let isWriting = false;
const newline = Buffer.from('\n');

function flush(): void {
  if (isWriting || waiting.length === 0) return;
  isWriting = true;
  const group = waiting;
  waiting = [];
  writev(
    file,
    group.flatMap(({ body }) => [body, newline]),
    (writeError) => {
      if (writeError !== null) throw writeError;
      const done = (): void => {
        for (const { response } of group) answer(response);
        isWriting = false;
        flush();
      };
      if (isSyncing) fdatasync(file, done);
      else done();
    },
  );
}

function answer(response: ServerResponse): void {
  response.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': 24 });
  response.end('{"data":{"accepted": 20}}'.slice(0, 24));
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    JSON.parse(body.toString());
    if (!isAppending) {
      answer(response);
      return;
    }
    waiting.push({ body, response });
    if (!isWriting) setImmediate(flush);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => {
  closeSync(file);
  process.exit(0);
});
