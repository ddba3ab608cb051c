import { once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EdgeState } from '../../edge/edge-state.ts';
import type { Caller } from '../access/caller.ts';
import { OpenStreams } from './open-streams.ts';

const member = { id: 'm', email: 'm@example.org', name: null, isOperator: false, createdAtMs: 0 };
const foundAt = (foundAtMs: number): Caller => ({
  kind: 'member',
  signedIn: { tokenHash: 't', csrfToken: 'c', member, roles: new Map(), expiresAtMs: 0, foundAtMs },
});

let fastify: FastifyInstance;
let streams: OpenStreams;
/** What happens between the gate and the opening of the stream. */
let meanwhile: (request: ClientRequest) => Promise<void> | void;
let callerOf: () => Caller;
let request: ClientRequest;
let opened: Promise<void>;

beforeEach(async () => {
  streams = new OpenStreams(new EdgeState(), { config: 2, live: 1 });
  meanwhile = () => undefined;
  callerOf = () => foundAt(performance.now());
  fastify = Fastify();
  opened = new Promise((resolve) => {
    fastify.get('/', async (_request, reply) => {
      const caller = callerOf();
      await meanwhile(request);
      streams.open(reply, { caller, projectId: 'p', kind: 'config' });
      resolve();
      return reply;
    });
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  streams.endAll();
  await fastify.close();
});

function run(): ClientRequest {
  request = get({ port: (fastify.server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  request.on('error', () => request.destroy());
  return request;
}

test('a stream stays open until what its member may do changes', async () => {
  run();
  await opened;
  expect(streams.size).toBe(1);
  await streams.endOf('somebody else', async () => false);
  await streams.endOf(member.id, async () => true);
  expect(streams.size).toBe(1);
  await streams.endOf(member.id, async () => false);
  expect(streams.size).toBe(0);
});

test('a stream ends when it cannot be known whether it may go on', async () => {
  run();
  await opened;
  await streams.endOf(member.id, () => Promise.reject(new Error('no database')));
  expect(streams.size).toBe(0);
});

test('one that was being opened while its member signed out or lost a role is ended too', async () => {
  meanwhile = () => streams.endOf(member.id, async () => true);
  const [response] = await once(run(), 'response');
  response.resume();
  await once(response, 'end');
  expect(streams.size).toBe(0);
});

test('a member whose streams were ended may open new ones', async () => {
  await streams.endOf(member.id, async () => false);
  await new Promise((resolve) => setTimeout(resolve, 2));
  run();
  await opened;
  expect(streams.size).toBe(1);
});

test('a client that leaves while its stream is being opened leaves none behind', async () => {
  const connected = once(fastify.server, 'connection');
  meanwhile = async (asked) => {
    const [socket] = await connected;
    const left = once(socket, 'close');
    asked.destroy();
    await left;
  };
  run();
  await opened;
  expect(streams.size).toBe(0);
});

test('one that was being opened while its key was revoked is ended too', async () => {
  const environment = { id: 'e', projectId: 'p', slug: 'production', configVersion: 1 };
  callerOf = () => ({
    kind: 'key',
    key: { keyId: 'revoked', kind: 'publishable', projectId: 'p', environment, isConfined: false },
  });
  run();
  await opened;
  expect(streams.size).toBe(0);
});
