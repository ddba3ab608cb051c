import { expect, test } from 'vitest';
import { eventsRecord } from '../../compose/testing/sample-log.ts';
import { SampleStore } from '../../compose/testing/sample-store.ts';
import { QueryMemoryBudget } from './query-memory-budget.ts';

const event = (n: number) => ({
  event: 'wide',
  event_id: `wide-${n}`,
  properties: { text: `${n} `.repeat(150) },
  context: { note: `${n}/`.repeat(150) },
});
const batchOf = (first: number) => eventsRecord(...Array.from({ length: 100 }, (_, at) => event(first + at)));
const batches = Array.from({ length: 100 }, (_, at) => batchOf(at * 100));

async function noticesOf(options: { readonly memoryLimitMb: number; readonly spareMemoryMb?: number }) {
  const store = await SampleStore.open(options);
  await store.load(...batches);
  const { notices, counters } = store;
  await store.close();
  return { notices, storedEvents: counters.storedEvents };
}

test('a load that does not fit into memory borrows some and is not taken apart', async () => {
  expect(await noticesOf({ memoryLimitMb: 64, spareMemoryMb: 256 })).toEqual({ notices: [], storedEvents: 10_000 });
});

test('without memory to borrow the same load does not fit', async () => {
  const store = await SampleStore.open({ memoryLimitMb: 64 });
  store.log.seal(batches);
  expect(await store.outcomeOfSealed()).toMatchObject({ outcome: 'refused', isTransient: true });
  await store.close();
});

test('want of memory is not taken for poison: the same events are loaded, less of them at a time', async () => {
  const { notices, storedEvents } = await noticesOf({ memoryLimitMb: 100 });
  expect(storedEvents).toBe(10_000);
  expect(notices).not.toEqual([]);
  for (const notice of notices) expect(notice).toMatch(/not enough memory, loading it in \d+ parts: Out of Memory/);
});

test('what does not fit even in parts waits for memory, and nothing of it becomes a failed event', async () => {
  const store = await SampleStore.open({ memoryLimitMb: 64 });
  await expect(store.load(...batches)).rejects.toThrow('Segment 1 is waiting for memory: Out of Memory');
  expect(await store.failedEvents()).toEqual([]);
  await store.close();
});

async function limitMbOf(store: SampleStore): Promise<number> {
  const [row] = await store.rows("SELECT parse_formatted_bytes(current_setting('memory_limit')) / 1e6 AS mb");
  return Math.round(Number(row?.mb) / 10) * 10;
}

/** With 60 MB for loads and 40 MB more for queries. */
const withBudget = (work: (store: SampleStore, budget: QueryMemoryBudget) => Promise<void>) => async () => {
  const store = await SampleStore.open();
  const options = { memoryLimitMb: 60, queryMemoryMb: 40, lingerMs: 0, onNotice: () => undefined };
  const budget = new QueryMemoryBudget(await store.instance.connect(), options);
  await work(store, budget);
  await budget.close();
  await store.close();
};

/** Fills memory with a table of so many rows of 640 bytes. */
const holdRows = (store: SampleStore, rows: number) =>
  store.connection.run(
    `CREATE TABLE recent.held AS SELECT repeat(md5(n::TEXT), 20) AS text FROM range(${rows}) AS r(n)`,
  );

test('a commit beside queries that hold all memory has room of its own, and gives it back', async () => {
  const store = await SampleStore.open();
  const limitMb = () => limitMbOf(store);
  const options = { memoryLimitMb: 200, queryMemoryMb: 50, lingerMs: 0, onNotice: () => undefined };
  const budget = new QueryMemoryBudget(await store.instance.connect(), options);
  expect(await budget.withRoom(limitMb)).toBe(await limitMb());
  await budget.during(async () => {
    expect(await limitMb()).toBe(250);
    expect(await budget.withRoom(limitMb)).toBeGreaterThan(700);
    expect(await limitMb()).toBe(250);
    await expect(budget.withRoom(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await limitMb()).toBe(250);
  });
  await budget.close();
  await store.close();
});

test(
  'queries that hold all memory go on beside the end of a transaction',
  withBudget(async (store, budget) => {
    await budget.during(async (signal) => {
      await holdRows(store, 130_000);
      expect(await budget.withRoom(() => limitMbOf(store))).toBeGreaterThan(600);
      expect([await limitMbOf(store), signal.aborted]).toEqual([100, false]);
    });
  }),
);

test('queries that keep some of the room of a commit are ended', async () => {
  const store = await SampleStore.open();
  const options = { memoryLimitMb: 60, queryMemoryMb: 40, lingerMs: 0, onNotice: () => undefined };
  const connection = await store.instance.connect();
  let isHeld = false;
  const run = connection.run.bind(connection);
  connection.run = async (sql) => {
    if (isHeld && sql.includes("'100MB'")) throw new Error('Out of Memory Error: Failed to change memory limit');
    return await run(sql);
  };
  const budget = new QueryMemoryBudget(connection, options);
  await budget.during(async (signal) => {
    await budget.withRoom(async () => {
      isHeld = true;
    });
    expect(signal.reason).toMatchObject({ name: 'QueryTooHeavy' });
  });
  await budget.close();
  await store.close();
});

test('memory that a load still holds when the last query gives it back is given back as soon as the load ends', async () => {
  const store = await SampleStore.open();
  const notices: string[] = [];
  const onNotice = (text: string) => notices.push(text);
  const connection = await store.instance.connect();
  let heldTries = 0;
  const run = connection.run.bind(connection);
  connection.run = async (sql) => {
    const isHeld = sql.includes("'60MB'") && ++heldTries <= 7;
    if (isHeld) throw new Error('Out of Memory Error: Failed to change memory limit');
    return await run(sql);
  };
  const budget = new QueryMemoryBudget(connection, { memoryLimitMb: 60, queryMemoryMb: 40, lingerMs: 5, onNotice });
  await budget.during(async () => undefined);
  expect(await limitMbOf(store)).toBe(100);
  await expect.poll(() => limitMbOf(store)).toBe(60);
  expect(notices).toEqual([expect.stringMatching(/Could not free the query memory.*Out of Memory/)]);
  await budget.close();
  await store.close();
});

test(
  'a query is not ended because what was read of the file fills the memory',
  withBudget(async (store, budget) => {
    await store.connection.run(
      'CREATE TABLE store.long AS SELECT repeat(md5(n::TEXT), 20) AS text FROM range(300000) AS r(n)',
    );
    await store.connection.run('CHECKPOINT store');
    await budget.during(async (signal) => {
      const read = async () => {
        await store.connection.run('SELECT max(text) FROM store.long');
        const [row] = await store.rows(
          "SELECT memory_usage_bytes / 1e6 AS mb FROM duckdb_memory() WHERE tag = 'BASE_TABLE'",
        );
        return Number(row?.mb);
      };
      expect(await read()).toBeGreaterThan(84);
      await budget.withRoom(read);
      await budget.withRoom(read);
      expect(signal.aborted).toBe(false);
    });
  }),
);

test(
  'a query that fills the room of a commit while it is at work is ended',
  withBudget(async (store, budget) => {
    await budget.during(async (signal) => {
      await budget.withRoom(async () => {
        expect(signal.aborted).toBe(false);
        await holdRows(store, 400_000);
        await expect.poll(() => signal.aborted).toBe(true);
      });
      expect(signal.reason).toMatchObject({ name: 'QueryTooHeavy' });
    });
  }),
);

test(
  'a commit has room beside queries that borrow nothing, and ends those that fill it',
  withBudget(async (store, budget) => {
    await budget.track(async (signal) => {
      await budget.withRoom(async () => {
        expect(await limitMbOf(store)).toBeGreaterThan(500);
        expect(signal.aborted).toBe(false);
        await holdRows(store, 400_000);
        await expect.poll(() => signal.aborted).toBe(true);
      });
    });
  }),
);

test('a query that borrows memory while buffers are released has it', async () => {
  const store = await SampleStore.open();
  const options = { memoryLimitMb: 200, queryMemoryMb: 50, lingerMs: 0, onNotice: () => undefined };
  const budget = new QueryMemoryBudget(await store.instance.connect(), options);
  const releasing = budget.releaseBuffers();
  await budget.during(async () => {
    await releasing;
    expect(await limitMbOf(store)).toBe(250);
    await budget.releaseBuffers();
    expect(await limitMbOf(store)).toBe(250);
  });
  await budget.close();
  await store.close();
});

test('a query that ends after the memory is closed changes nothing any more', async () => {
  const store = await SampleStore.open();
  const notices: string[] = [];
  const options = {
    memoryLimitMb: 200,
    queryMemoryMb: 50,
    lingerMs: 0,
    onNotice: (text: string) => notices.push(text),
  };
  const budget = new QueryMemoryBudget(await store.instance.connect(), options);
  await budget.during(async () => {
    await budget.close();
  });
  // The timer of the budget was set before this one.
  await new Promise((resolve) => setTimeout(resolve, 1));
  await budget.withRoom(async () => undefined);
  expect([await limitMbOf(store), notices]).toEqual([250, []]);
  await store.close();
});
