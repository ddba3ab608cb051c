import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createLamppost } from '@lamppost/node';
import { createServer as createVite } from 'vite';

const url = process.env.LAMPPOST_URL;
const lamppost = createLamppost({ key: process.env.LAMPPOST_SECRET_KEY, url, app: { version: '1.0.0' } });
await lamppost.ready;

const server = createServer((request, response) => {
  vite.middlewares(request, response, () => {
    answer(request, response).catch((error) => {
      lamppost.captureError(error);
      response.writeHead(500).end('This page broke. It was reported.');
    });
  });
});
const vite = await createVite({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } });

/** Renders the page with the flags and variants of its user, which the browser is handed along with it. */
async function answer(request, response) {
  const path = new URL(request.url, 'http://localhost').pathname;
  const userId = userOf(request);
  const bootstrap = lamppost.config({ userId, platform: 'web' }); // evaluated here, without a request
  const settings = { url, key: process.env.LAMPPOST_KEY, userId, bootstrap };
  const { renderPage } = await vite.ssrLoadModule('/src/render-page.tsx');
  const template = await vite.transformIndexHtml(path, await readFile('index.html', 'utf8'));
  const html = template
    .replace('<!--settings-->', () => `<script type="application/json" id="settings">${inert(settings)}</script>`)
    .replace('<!--app-->', () => renderPage(path, bootstrap));
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Set-Cookie': `user=${userId}; Path=/` });
  response.end(html);
}

/** JSON that cannot end the script that it stands in. */
const inert = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Who is signed in; a first visit signs somebody up. */
const userOf = ({ headers }) => /(?:^|; )user=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? `user-${randomUUID()}`;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.close();
    server.closeAllConnections();
    await vite.close();
    await lamppost.close();
  });
}

server.listen(Number(process.env.PORT ?? 5173), '127.0.0.1', () => {
  console.log(`The page is at http://127.0.0.1:${server.address().port}`);
});
