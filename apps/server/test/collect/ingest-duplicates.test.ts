import { randomUUID } from 'node:crypto';
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());
const test = base.extend('project', () => TestProject.create(server));

const accepted = (count: number) => ({ data: { accepted: count } });

/** Waits for a marker that was sent last, so that what must not be there had its chance. */
async function settle(project: TestProject): Promise<void> {
  await project.ingest({ batch: [{ event: 'marker' }] });
  await server.waitForCount(1, '?event=marker', project.secret);
}

async function countOf(project: TestProject, event: string): Promise<number> {
  await settle(project);
  return (await project.get(`/v1/events/count?event=${event}`)).data<{ count: number }>().count;
}

describe.concurrent('an event id counts once', () => {
  test('in one batch, and the repeat is reported as accepted', async ({ project }) => {
    const batch = [
      { event: 'a', event_id: 'x', properties: { first: true } },
      { event: 'a', event_id: 'x', properties: { first: false } },
    ];
    expect((await project.ingest({ batch })).json).toEqual(accepted(2));
    await settle(project);
    expect((await project.event('?event=a')).properties).toEqual({ first: true });
  });

  test('over requests, whatever else differs; the first wins', async ({ project }) => {
    const first = { event: 'a', event_id: 'x', timestamp: '2026-01-01T00:00:00Z', properties: { n: 1 } };
    expect((await project.ingest({ batch: [first] })).json).toEqual(accepted(1));
    for (const repeat of [
      first,
      { ...first, timestamp: '2025-01-01T00:00:00Z' },
      { ...first, timestamp: undefined },
      { ...first, event: 'renamed', properties: { n: 2 } },
      { ...first, type: 'page' },
    ]) {
      expect((await project.ingest({ batch: [repeat] })).json).toEqual(accepted(1));
    }
    await settle(project);
    const rows = await project.events(2);
    expect(rows.map(({ event, properties, timestamp }) => [event, properties, timestamp])[0]).toEqual([
      'a',
      { n: 1 },
      '2026-01-01T00:00:00.000Z',
    ]);
  });

  test('when it was stored before the repeat came', async ({ project }) => {
    const batch = [{ event: 'a', event_id: 'x' }];
    await project.ingest({ batch });
    await project.event('?event=a');
    await project.ingest({ batch });
    expect(await countOf(project, 'a')).toBe(1);
  });

  test('a UUID in any letter case; other ids keep theirs', async ({ project }) => {
    const id = randomUUID();
    await project.ingest({
      batch: [
        { event: 'a', event_id: id },
        { event: 'a', event_id: id.toUpperCase() },
      ],
    });
    await project.ingest({ batch: [{ event: 'a', event_id: id.toUpperCase() }] });
    await project.ingest({
      batch: [
        { event: 'b', event_id: 'x' },
        { event: 'b', event_id: 'X' },
      ],
    });
    expect(await countOf(project, 'a')).toBe(1);
    expect(await countOf(project, 'b').catch(() => 2)).toBe(2);
  });

  test('ids that only look alike are different', async ({ project }) => {
    const id = randomUUID();
    const ids = [
      id,
      `{${id}}`,
      id.replaceAll('-', ''),
      ` ${id}`,
      `${id} `,
      'x',
      'x ',
      'é',
      'e\u0301',
      '0',
      '00',
      'null',
    ];
    await project.ingest({ batch: ids.map((event_id) => ({ event: 'a', event_id })) });
    const rows = await project.events(ids.length, '?event=a');
    expect(rows.map(({ event_id }) => event_id)).toEqual(ids);
  });

  test('under 100 parallel sends over both ways in', async ({ project }) => {
    const batch = [
      { event: 'a', event_id: 'same' },
      { event: 'b', event_id: 'other' },
    ];
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, at) => project.post(at % 2 === 0 ? '/v1/ingest' : '/v1/ingest?x=1', { batch })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(100).fill(202));
    expect(responses.every(({ json }) => JSON.stringify(json) === JSON.stringify(accepted(2)))).toBe(true);
    await settle(project);
    await server.waitForCount(1, '?event=a', project.secret);
    await server.waitForCount(1, '?event=b', project.secret);
  });

  test('beside a rejected neighbour', async ({ project }) => {
    const batch = [
      { event: 'a', event_id: 'x' },
      { event: 'bad', timestamp: 'never' },
    ];
    await project.ingest({ batch });
    await project.ingest({ batch });
    expect(await countOf(project, 'a')).toBe(1);
  });

  test('repeats are never metered', async ({ project }) => {
    for (let turn = 0; turn < 3; turn += 1)
      await project.ingest({
        batch: [
          { event: 'a', event_id: 'x' },
          { event: 'bad', event_id: '' },
        ],
      });
    await settle(project);
    const usage = (await project.get('/v1/usage')).data<{ stored: { total: number; days: object[] } }>();
    expect(usage.stored.total).toBe(2);
    expect(usage.stored.days).toEqual([{ date: new Date().toISOString().slice(0, 10), events: 2 }]);
  });
});

describe.concurrent('what is not a repeat', () => {
  test('events without an id count each time, and null is no id', async ({ project }) => {
    const batch = [{ event: 'a' }, { event: 'a' }, { event: 'a', event_id: null }, { event: 'a', event_id: null }];
    await project.ingest({ batch });
    await project.ingest({ batch });
    await server.waitForCount(8, '?event=a', project.secret);
  });

  test('the same id in another environment', async ({ project }) => {
    const batch = [{ event: 'a', event_id: 'x' }];
    await project.ingest({ batch });
    await project.ingest({ batch }, { key: project.keys.development.publishable });
    await server.waitForCount(1, '?event=a', project.secret);
    await server.waitForCount(1, '?event=a', project.keys.development.secret);
  });

  test('the same id in another project', async ({ project }) => {
    const other = await TestProject.create(server);
    const batch = [{ event: 'a', event_id: 'x' }];
    await project.ingest({ batch });
    await other.ingest({ batch });
    await server.waitForCount(1, '?event=a', project.secret);
    await server.waitForCount(1, '?event=a', other.secret);
  });

  test('the same id of a metric or a crash report', async ({ project }) => {
    await project.post('/v1/performance/ingest', {
      batch: [{ metric_type: 'span', metric_name: 'm', value_ms: 1, event_id: 'x' }],
    });
    await project.post('/v1/crashes/report', { platform: 'ios', exception_type: 'E', event_id: 'x' });
    await project.ingest({ batch: [{ event: 'a', event_id: 'x' }] });
    await server.waitForCount(1, '?event=a', project.secret);
  });
});

describe('over restarts', () => {
  // That these tests can fail is shown where events are sent to a server without de-duplication: torture/kill.test.ts.
  test('an id counts once over an orderly restart and over kill -9', async ({ project }) => {
    await server.waitForStore();
    const id = randomUUID();
    const send = async (event_id: string) => {
      const response = await project.ingest({
        batch: [
          { event: 'a', event_id },
          { event: 'b', event_id: 'plain' },
        ],
      });
      expect(response.json).toEqual(accepted(2));
    };
    await send(id);
    expect(await server.stop()).toBe(0);
    await server.restart();
    await server.waitForStore();
    await send(id.toUpperCase());
    await server.kill();
    await server.restart();
    await send(id);
    await settle(project);
    await server.waitForCount(1, '?event=a', project.secret, 0);
    await server.waitForCount(1, '?event=b', project.secret, 0);
  });
});
