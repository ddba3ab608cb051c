// Runs the built server as the child of `npm start`; when that one is killed, the server drains instead of living on.
import { pathToFileURL } from 'node:url';
import { inRepository } from './paths.mjs';

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

const entry = inRepository('apps/server/dist/main.js');
process.argv = [process.execPath, entry, 'serve', ...process.argv.slice(2)];
await import(pathToFileURL(entry).href);
