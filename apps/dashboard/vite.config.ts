import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressOutput } from './build/compress-output.ts';
import { preloadFonts } from './build/preload-fonts.ts';

const server = process.env.LP_SERVER ?? 'http://127.0.0.1:8080';
const served = ['/v1', '/sdk', '/docs', '/openapi.json', '/readyz', '/metrics'];

export default defineConfig({
  plugins: [react(), preloadFonts(), compressOutput()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // test/bundle-size.test.ts holds what matters: how much has to be loaded before the first page.
    chunkSizeWarningLimit: 1_000,
  },
  // Host stays as the browser sent it: the server holds it against Origin.
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: server, changeOrigin: false }])) },
});
