import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LogRecord } from '../../collect/event-log/log-record.ts';
import { expireRecord } from '../../collect/event-log/removal-records.ts';
import { SqliteControlPlane } from '../../compose/control/sqlite-control-plane.ts';
import { batchRecord } from '../../compose/testing/sample-log.ts';
import { SampleStore } from '../../compose/testing/sample-store.ts';
import { operatorActor } from '../../control/actor.ts';
import type { Scope } from '../../edge/scope.ts';
import { CrashGrouper, type GroupingSymbols } from './crash-grouper.ts';
import { CrashGroupingWorker } from './crash-grouping-worker.ts';
import { ExpiredDescriptions } from './expired-descriptions.ts';
import { crashGroupsQuery, crashReportQuery } from './queries/crash-groups.ts';
import { ThreadReportReader } from './report-reader/thread-report-reader.ts';
import { EmptyCrashGroups } from './triage/empty-crash-groups.ts';

let folder: string;
let control: SqliteControlPlane;
let reader: ThreadReportReader;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lamppost-desk-'));
  control = new SqliteControlPlane({ path: join(folder, 'control.db'), mustExist: false });
  reader = new ThreadReportReader();
});
afterAll(async () => {
  await reader.close();
  await control.close();
  rmSync(folder, { recursive: true, force: true });
});

let store: SampleStore;
let scope: Scope;
let troubles: unknown[];
let place = 0;
beforeEach(async () => {
  place += 1;
  const project = await control.projects.create({ slug: `desk-${place}`, name: 'Desk', plan: 'scale', keys: [] });
  const environment = await control.environments.find(project.id, 'production');
  scope = { projectId: project.id, environmentId: environment?.id ?? '' };
  store = await SampleStore.open();
  troubles = [];
});

/** Appended records are loaded when somebody asks for them. */
const appended: LogRecord[] = [];
const load = async () => {
  if (appended.length > 0) await store.load(...appended.splice(0));
};

interface Parts {
  readonly groups?: typeof control.crashGroups;
  readonly symbols?: GroupingSymbols;
  readonly expiredBeforeMs?: number;
}

const noSymbols: GroupingSymbols = {
  symbolicate: async (_, report) => ({ report }),
  symbolsVersion: async () => 0,
};

function deskWith({
  groups = control.crashGroups,
  symbols = noSymbols,
  expiredBeforeMs,
}: Parts = {}): CrashGroupingWorker {
  const grouper = new CrashGrouper({
    reader,
    symbols,
    hasOtherSymbols: false,
    groups,
    log: {
      append: async (record) => {
        appended.push(record);
      },
    },
  });
  return new CrashGroupingWorker({
    grouper,
    store: store.analytics,
    scopes: () => [scope],
    descriptions: new ExpiredDescriptions({
      grouper,
      store: store.analytics,
      groups,
      emptyGroups: new EmptyCrashGroups(store.analytics, control.crashGroups),
    }),
    expiredBeforeMs: () => expiredBeforeMs,
    onTrouble: (error) => troubles.push(error),
    sweepMs: 3_600_000,
  });
}

const longAgo = Date.now() - 600_000;
const crashId = (number: number): string => `018f2f6e-7c1a-7000-8000-${String(number).padStart(12, '0')}`;
const crash = (number: number, name: string) => {
  const report = {
    crash_id: crashId(number),
    platform: 'web',
    exception_type: 'Error',
    stack_trace: `Error: x\n    at ${name} (https://shop.example/app.js:1:2)`,
  };
  const record = batchRecord(report, { kind: 'crash', ...scope, receivedAtMs: longAgo });
  return {
    record,
    accepted: { ...scope, crashId: crashId(number), happenedAtMs: longAgo, receivedAtMs: longAgo, report: record.body },
  };
};

/** Titles and numbers of reports, as a list of groups shows them. */
const counted = async () => {
  await load();
  const { aliases } = await control.crashGroups.select(scope.environmentId, {});
  const { rows } = await store.analytics.run(crashGroupsQuery, {
    scope,
    selection: { aliases },
    fromMs: 0,
    toMs: Date.now(),
    sort: 'reports',
    page: { limit: 50 },
    nowMs: Date.now(),
  });
  const groups = await control.crashGroups.ofFingerprints(
    scope.environmentId,
    rows.map(({ fingerprint }) => fingerprint),
  );
  return rows
    .map(({ fingerprint, reports }) => [groups.find((group) => group.fingerprint === fingerprint)?.culprit, reports])
    .toSorted();
};

test('what was accepted is grouped, each bug by itself, before the desk has stopped', async () => {
  const grouping = deskWith();
  const crashes = [crash(1, 'cart'), crash(2, 'menu'), crash(3, 'cart')];
  await store.load(...crashes.map(({ record }) => record));
  for (const { accepted } of crashes) grouping.accept(accepted);
  for (let round = 0; appended.length === 0 && round < 500; round += 1)
    await new Promise((done) => setTimeout(done, 10));
  await grouping.stop();
  expect(await counted()).toEqual([
    ['cart in app.js', 2],
    ['menu in app.js', 1],
  ]);
  expect(troubles).toEqual([]);
  await store.close();
});

test('what nobody handed to the desk is found in the store and grouped, and the second look changes nothing', async () => {
  const grouping = deskWith();
  await store.load(...Array.from({ length: 250 }, (_, at) => crash(at, at % 2 === 0 ? 'cart' : 'menu').record));
  await grouping.sweep();
  expect(await counted()).toEqual([
    ['cart in app.js', 125],
    ['menu in app.js', 125],
  ]);
  await grouping.sweep();
  expect(appended).toEqual([]);
  await grouping.stop();
  await store.close();
});

test('while groups cannot be noted nothing is decided, and it is made up for later', async () => {
  let isDown = true;
  const groups = {
    ...control.crashGroups,
    note: (...args: Parameters<typeof control.crashGroups.note>) =>
      isDown ? Promise.reject(new Error('down')) : control.crashGroups.note(...args),
  };
  const grouping = deskWith({ groups });
  const one = crash(1, 'cart');
  await store.load(one.record);
  grouping.accept(one.accepted);
  for (let round = 0; troubles.length === 0 && round < 500; round += 1)
    await new Promise((done) => setTimeout(done, 10));
  expect(troubles).toHaveLength(1);
  expect(await counted()).toEqual([]);
  isDown = false;
  await grouping.sweep();
  expect(await counted()).toEqual([['cart in app.js', 1]]);
  await grouping.stop();
  await store.close();
});

test('with other symbols reports are grouped anew and keep their group', async () => {
  let version = 0;
  const symbols: GroupingSymbols = {
    symbolsVersion: async () => version,
    symbolicate: async (_, report) => ({
      report: {
        ...report,
        exceptions: report.exceptions.map((exception) => ({
          ...exception,
          frames: exception.frames.map((frame) => ({ ...frame, function: 'totalOfCart', file: 'cart.ts' })),
        })),
      },
    }),
  };
  const grouping = deskWith({ symbols });
  await store.load(crash(1, 'aB').record, crash(2, 'aB').record);
  await grouping.sweep();
  expect(await counted()).toEqual([['aB in app.js', 2]]);
  const fingerprints = async () =>
    (await store.analytics.run(crashReportQuery, { scope, crashId: crashId(1) }))?.fingerprint ?? '';
  const [before] = await control.crashGroups.ofFingerprints(scope.environmentId, [await fingerprints()]);
  version = 1;
  await grouping.sweep();
  expect(await counted()).toEqual([['totalOfCart in cart.ts', 2]]);
  const [after] = await control.crashGroups.ofFingerprints(scope.environmentId, [await fingerprints()]);
  expect(after?.id).toBe(before?.id);
  expect(after?.fingerprints).toHaveLength(2);
  await grouping.stop();
  await store.close();
});

test('groups that the control plane has forgotten are made again from their reports', async () => {
  const grouping = deskWith();
  await store.load(crash(1, 'cart').record, crash(2, 'cart').record, crash(3, 'menu').record);
  await grouping.sweep();
  await load();
  const emptied = new SqliteControlPlane({ path: join(folder, `emptied-${place}.db`), mustExist: false });
  const { id: projectId } = await emptied.projects.create({ slug: 'x', name: 'X', plan: 'scale', keys: [] });
  const environmentId = (await emptied.environments.find(projectId, 'production'))?.id ?? '';
  const fresh = { projectId, environmentId };
  const groups = {
    ...emptied.crashGroups,
    note: (_: Scope, sightings: Parameters<typeof emptied.crashGroups.note>[1]) =>
      emptied.crashGroups.note(fresh, sightings),
    ofFingerprints: (_: string, list: readonly string[]) => emptied.crashGroups.ofFingerprints(environmentId, list),
  };
  const next = deskWith({ groups });
  await next.sweep();
  const found = await emptied.crashGroups.select(environmentId, { search: 'in app.js' });
  expect(found.only).toHaveLength(2);
  await next.stop();
  await grouping.stop();
  await emptied.close();
  await store.close();
});

test('a queue that is full lets go of the rest, which the store still has', async () => {
  const grouping = deskWith();
  const crashes = Array.from({ length: 2_050 }, (_, at) => crash(at, 'cart'));
  await store.load(...crashes.map(({ record }) => record));
  for (const { accepted } of crashes) grouping.accept(accepted);
  await grouping.stop();
  await load();
  const again = deskWith();
  await again.sweep();
  expect(await counted()).toEqual([['cart in app.js', 2_050]]);
  await again.stop();
  await store.close();
});

test('after retention a group does not keep the message of a report that has expired', async () => {
  const expiring = Date.now() - 3 * 86_400_000;
  const bound = Date.now() - 86_400_000;
  const report = (number: number, type: string, message: string, receivedAtMs: number) =>
    batchRecord(
      { crash_id: crashId(number), platform: 'web', exception_type: type, exception_message: message },
      { kind: 'crash', ...scope, receivedAtMs },
    );
  await store.load(report(901, 'Gone', 'secret of ann', expiring), report(902, 'Kept', 'secret of bob', expiring));
  await deskWith().sweep();
  await store.load(report(903, 'Kept', 'told by carl', longAgo));
  await deskWith().sweep();
  await load();
  const titles = async (): Promise<string> => {
    const fingerprints = await control.crashGroups.describedBefore(scope.environmentId, Date.now() * 2, 500);
    return JSON.stringify(await control.crashGroups.ofFingerprints(scope.environmentId, fingerprints));
  };
  expect(await titles()).toContain('secret of ann');
  const commented = await Promise.all(
    ['of ann', 'by carl'].map(async (search) => {
      const { only = [] } = await control.crashGroups.select(scope.environmentId, { search });
      const [group] = await control.crashGroups.ofFingerprints(scope.environmentId, only);
      await control.crashGroups.comment(scope.environmentId, group?.id ?? '', 'about ann', operatorActor);
      return group?.id ?? '';
    }),
  );
  const comments = () =>
    Promise.all(
      commented.map(
        async (id) => (await control.crashGroups.comments(scope.environmentId, id, { limit: 9 }))?.rows.length,
      ),
    );
  expect(await comments()).toEqual([1, 1]);
  await store.load(expireRecord(scope, crypto.randomUUID(), bound, Date.now()));
  await deskWith({ expiredBeforeMs: bound }).sweep();
  expect(await titles()).not.toContain('secret of');
  expect(await titles()).toContain('told by carl');
  expect(await comments()).toEqual([0, 1]);
});
