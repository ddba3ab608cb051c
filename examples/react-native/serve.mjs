import { createServer } from 'vite';

const server = await createServer({ server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 5174) } });
await server.listen();
console.log(`The screen is at ${server.resolvedUrls.local[0]}`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
