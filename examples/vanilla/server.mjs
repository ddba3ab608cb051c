import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const files = {
  '/': { path: new URL('index.html', import.meta.url), type: 'text/html' },
  '/shop.js': { path: new URL('shop.js', import.meta.url), type: 'text/javascript' },
  '/lamppost.js': { path: new URL(import.meta.resolve('@lamppost/browser/lamppost.js')), type: 'text/javascript' },
};
const settings = { '%LAMPPOST_URL%': process.env.LAMPPOST_URL, '%LAMPPOST_KEY%': process.env.LAMPPOST_KEY };

const server = createServer(async ({ url }, response) => {
  const file = files[new URL(url, 'http://localhost').pathname];
  if (file === undefined) return response.writeHead(404).end();
  let text = await readFile(fileURLToPath(file.path), 'utf8');
  for (const [place, value] of Object.entries(settings)) text = text.replaceAll(place, () => value);
  response.writeHead(200, { 'Content-Type': `${file.type}; charset=utf-8` }).end(text);
});

server.listen(Number(process.env.PORT ?? 5172), '127.0.0.1', () => {
  console.log(`The page is at http://127.0.0.1:${server.address().port}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close().closeAllConnections());
