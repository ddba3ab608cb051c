import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.LP_SERVER ?? 'http://127.0.0.1:8080';

const served = ['/v1', '/docs', '/openapi.json', '/readyz'];

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // Host stays as the browser sent it: the server holds it against Origin.
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: server, changeOrigin: false }])) },
});
