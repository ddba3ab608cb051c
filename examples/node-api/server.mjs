import { readFile } from 'node:fs/promises';
import { createLamppost, fastifyRequests } from '@lamppost/node';
import Fastify from 'fastify';

const lamps = [
  { id: 'desk', name: 'Desk lamp', cents: 4_900 },
  { id: 'floor', name: 'Floor lamp', cents: 12_900 },
];
const shippingCents = 500;

const lamppost = createLamppost({
  key: process.env.LAMPPOST_SECRET_KEY,
  url: process.env.LAMPPOST_URL,
  app: { version: '1.0.0' },
});
await lamppost.ready; // at most three seconds; flags are their fallbacks until then

const app = Fastify();
app.register(fastifyRequests(lamppost)); // a span for each route, a report for each error of 5xx

/** Whose request it is; your API knows it from its session. */
app.decorateRequest('user', null);
app.addHook('onRequest', async (request) => {
  request.user = lamppost.forUser({ userId: request.headers['x-user'] ?? 'anna', platform: 'server' });
});

app.get('/lamps', async ({ user }) => ({
  lamps,
  shipping_cents: user.flag('free_shipping', false) ? 0 : shippingCents,
}));

app.post('/orders', async ({ user, body }, reply) => {
  const lamp = lamps.find(({ id }) => id === body?.lamp);
  if (lamp === undefined) return reply.code(404).send({ error: 'There is no such lamp.' });
  const percent = user.experiment('offer')?.payload.percent ?? 0; // sends the exposure
  const shipping = user.flag('free_shipping', false) ? 0 : shippingCents;
  const cents = Math.round((lamp.cents * (100 - percent)) / 100) + shipping;
  user.track('order placed', { lamp: lamp.id, cents }); // carries the flag and the variant
  return reply.code(201).send({ lamp: lamp.id, cents });
});

app.get('/lamps/:id/manual', async ({ params }) => {
  lamppost.breadcrumb('manual', params.id);
  return await readFile(`manuals/${params.id}.txt`, 'utf8'); // nobody wrote them: a 500 and a crash report
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await app.close(); // requests are answered
    await lamppost.close(); // what waits is sent
  });
}

const address = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) });
console.log(`The API is at ${address}

  curl ${address}/lamps
  curl ${address}/orders -H 'x-user: anna' -H 'content-type: application/json' -d '{"lamp":"desk"}'
  curl ${address}/lamps/desk/manual
`);
