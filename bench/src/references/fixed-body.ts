/** node:http answering one fixed body: the least that an HTTP answer of this size costs. */
import { createServer } from 'node:http';

const body = 'x'.repeat(Number(process.env.BODY_BYTES ?? 0));
const status = Number(process.env.STATUS ?? 200);
const server = createServer((_request, response) => {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => process.exit(0));
