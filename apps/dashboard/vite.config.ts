import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.LP_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/v1': server, '/docs': server, '/openapi.json': server } },
});
