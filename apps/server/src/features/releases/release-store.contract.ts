import { DAY_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { ada, changesOf, newTestProject, type TestProject, versionOf } from '../../control/test-project.contract.ts';
import type { Scope } from '../../edge/scope.ts';
import type { NewRegression } from './regression.ts';
import { type AnnouncedRelease, MAX_SEEN_RELEASES, type ReleaseFilter } from './release-store.ts';

const startMs = Date.parse('2026-10-01T00:00:00Z');

export function releaseStoreContract(open: () => Promise<ControlPlane>): void {
  describe('ReleaseStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    let other: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'shop');
      other = await newTestProject(control, 'other');
    });
    afterAll(() => control.close());

    const production = (): Scope => ({ projectId: project.projectId, environmentId: project.production });
    const announce = (version: string, more: Partial<AnnouncedRelease> = {}, where = production()) =>
      control.releases.announce(where, { version, platform: 'ios', ...more }, ada);
    const changes = async (id: string) =>
      (await changesOf(control, project.projectId)).filter(({ entityId }) => entityId === id);

    test('an announced release is active for everybody from now on, unless it says otherwise', async () => {
      const before = Date.now();
      const { release, isNew } = await announce('1.0.0');
      expect(isNew).toBe(true);
      expect(release).toEqual({
        id: expect.any(String),
        projectId: project.projectId,
        environmentId: project.production,
        version: '1.0.0',
        platform: 'ios',
        channel: 'production',
        status: 'active',
        rolloutPct: 100,
        commitSha: null,
        commitCount: null,
        prNumber: null,
        prTitle: null,
        branch: null,
        origin: 'announced',
        deployedAtMs: release.createdAtMs,
        regression: null,
        createdAtMs: release.createdAtMs,
        updatedAtMs: release.createdAtMs,
      });
      expect(release.createdAtMs).toBeGreaterThanOrEqual(before);
      expect(await control.releases.find(project.projectId, release.id)).toEqual(release);
      expect(await control.releases.find(other.projectId, release.id)).toBeUndefined();
      expect(await control.releases.findVersion(production(), 'ios', '1.0.0')).toEqual(release);
      expect(await control.releases.findVersion(production(), 'web', '1.0.0')).toBeUndefined();
      expect(await changes(release.id)).toMatchObject([
        { entityType: 'release', entityKey: 'ios 1.0.0', action: 'created', before: null, configVersion: null },
      ]);
      expect(await versionOf(control, project.projectId, 'production')).toBe(1);
    });

    test('a new one without a status has the one that its rollout says', async () => {
      expect((await announce('1.1.0', { rolloutPct: 20 })).release).toMatchObject({ status: 'rolling_out' });
      expect((await announce('1.2.0', { rolloutPct: 0 })).release).toMatchObject({
        status: 'created',
        deployedAtMs: null,
      });
      expect((await announce('1.3.0', { rolloutPct: 20, status: 'paused' })).release).toMatchObject({
        status: 'paused',
      });
    });

    test('announcing it again changes what is said and keeps the rest; the same again is no change', async () => {
      const first = await announce('2.0.0', { commitSha: 'abc', branch: 'main', rolloutPct: 10 });
      const second = await announce('2.0.0', { rolloutPct: 50, prTitle: 'A lone \ud800 surrogate' });
      expect(second).toEqual({
        isNew: false,
        release: {
          ...first.release,
          rolloutPct: 50,
          prTitle: 'A lone \ufffd surrogate',
          updatedAtMs: second.release.updatedAtMs,
        },
      });
      expect(second.release.updatedAtMs).toBeGreaterThan(first.release.updatedAtMs);
      expect(await announce('2.0.0', { rolloutPct: 50 })).toEqual(second);
      expect((await changes(first.release.id)).map(({ action }) => action)).toEqual(['updated', 'created']);
      expect((await announce('2.0.0', { commitSha: null })).release.commitSha).toBeNull();
    });

    test('the same version on another platform or in another environment is another release', async () => {
      const ids = [
        (await announce('3.0.0')).release.id,
        (await announce('3.0.0', { platform: 'android' })).release.id,
        (await announce('3.0.0', {}, { ...production(), environmentId: project.development })).release.id,
      ];
      expect(new Set(ids).size).toBe(3);
      await expect(announce('3.0.0', {}, { ...production(), environmentId: other.production })).rejects.toMatchObject({
        field: 'environment_id',
      });
    });

    test('one that goes out is deployed at that moment; null takes it back', async () => {
      const { release } = await announce('4.0.0', { status: 'created' });
      expect(release.deployedAtMs).toBeNull();
      const active = await control.releases.update(project.projectId, release.id, { status: 'active' }, ada);
      expect(active).toMatchObject({ status: 'active', deployedAtMs: active?.updatedAtMs });
      const cleared = await control.releases.update(
        project.projectId,
        release.id,
        { status: 'paused', deployedAtMs: null },
        ada,
      );
      expect(cleared?.deployedAtMs).toBeNull();
      expect(await control.releases.update(other.projectId, release.id, { status: 'paused' }, ada)).toBeUndefined();
    });

    test('versions that were seen become releases once, in the order in which they were seen', async () => {
      const where = { projectId: other.projectId, environmentId: other.production };
      const announced = await announce('1.1', { platform: 'web', rolloutPct: 5 }, where);
      const seen = [
        { version: '1.2', platform: 'web' as const, firstSeenMs: startMs + 2 * DAY_MS },
        { version: '1.1', platform: 'web' as const, firstSeenMs: startMs + DAY_MS },
        { version: '1.0', platform: 'web' as const, firstSeenMs: startMs },
      ];
      const made = await control.releases.noteSeen(where, seen, ada);
      expect(
        made.map(({ version, origin, status, channel, rolloutPct, deployedAtMs }) => [
          version,
          origin,
          status,
          channel,
          rolloutPct,
          deployedAtMs,
        ]),
      ).toEqual([
        ['1.0', 'seen', 'active', 'production', 100, startMs],
        ['1.2', 'seen', 'active', 'production', 100, startMs + 2 * DAY_MS],
      ]);
      expect(await control.releases.noteSeen(where, seen, ada)).toEqual([]);
      expect(await control.releases.find(other.projectId, announced.release.id)).toEqual(announced.release);
    });

    test('of versions that nobody announced there is a bound', async () => {
      const where = { projectId: other.projectId, environmentId: other.development };
      const seen = Array.from({ length: MAX_SEEN_RELEASES + 5 }, (_, index) => ({
        version: `0.${index}`,
        platform: 'web' as const,
        firstSeenMs: startMs + index,
      }));
      expect(await control.releases.noteSeen(where, seen, ada)).toHaveLength(MAX_SEEN_RELEASES);
      expect(await control.releases.noteSeen(where, seen, ada)).toHaveLength(0);
      expect((await announce('9.9', {}, where)).isNew).toBe(true);
    });

    describe('ordered by deployment', () => {
      let where: Scope;
      beforeAll(async () => {
        const ordered = await newTestProject(control, 'ordered');
        where = { projectId: ordered.projectId, environmentId: ordered.production };
        for (const [version, days, more] of [
          ['c', 3, {}],
          ['a', 1, {}],
          ['beta', 2.5, { channel: 'beta' }],
          ['b', 2, { status: 'superseded' }],
          ['android', 2.7, { platform: 'android' }],
          ['d', 3, {}],
        ] as const) {
          await announce(version, { deployedAtMs: startMs + days * DAY_MS, ...more }, where);
        }
      });
      const listed = async (filter: Partial<ReleaseFilter> = {}, limit = 2): Promise<string[]> => {
        const versions: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await control.releases.list(
            { ...where, ...filter },
            { limit, ...(cursor === null ? {} : { cursor }) },
          );
          versions.push(...page.rows.map(({ version }) => version));
          cursor = page.nextCursor;
        } while (cursor !== null);
        return versions;
      };

      test('lists are newest first, filtered, and pages neither repeat nor skip', async () => {
        expect(await listed()).toEqual(['d', 'c', 'android', 'beta', 'b', 'a']);
        expect(await listed({ platform: 'ios' })).toEqual(['d', 'c', 'beta', 'b', 'a']);
        expect(await listed({ platform: 'ios', channel: 'production' }, 1)).toEqual(['d', 'c', 'b', 'a']);
        expect(await listed({ status: 'superseded' })).toEqual(['b']);
        expect(await listed({ projectId: project.projectId })).toEqual([]);
      });

      test('the release before is of the same platform and channel', async () => {
        const { rows } = await control.releases.list(where, { limit: 100 });
        const before = async (version: string) => {
          const id = rows.find((row) => row.version === version)?.id ?? '';
          return (await control.releases.before(where.projectId, id))?.version;
        };
        expect([await before('d'), await before('c'), await before('b'), await before('a')]).toEqual([
          'c',
          'b',
          'a',
          undefined,
        ]);
        expect([await before('beta'), await before('android')]).toEqual([undefined, undefined]);
      });

      test('those of a range are those deployed in it', async () => {
        const within = await control.releases.deployedBetween(where, startMs + 2 * DAY_MS, startMs + 3 * DAY_MS, 10);
        expect(within.map(({ version }) => version)).toEqual(['android', 'beta', 'b']);
      });
    });

    describe('a regression', () => {
      const finding = (releaseId: string, more: object = {}): NewRegression => ({
        kind: 'release',
        releaseId,
        tier: 'emerging',
        crashFreeRate: 97.5,
        crashFreeDelta: -2,
        totalSessions: 200,
        totalCrashes: 6,
        wilsonLow: 94.3,
        errorRate: null,
        p95LatencyMs: 120,
        prevReleaseId: '018f2f6e-7c1a-7000-8000-0000000000aa',
        prevVersion: '0.9',
        prevSessions: 400,
        ...more,
      });
      const note = (found: NewRegression) => control.releases.noteRegression(project.projectId, found, ada);

      test('is found once, keeps its moment when it becomes sure, and goes when it is over', async () => {
        const { release } = await announce('5.0.0');
        const first = await note(finding(release.id));
        expect(first).toMatchObject({ ...finding(release.id), version: '5.0.0' });
        expect(await note(finding(release.id, { totalSessions: 210 }))).toEqual(first);
        const sure = await note(finding(release.id, { tier: 'confirmed', totalSessions: 400 }));
        expect(sure).toEqual({ ...first, tier: 'confirmed', totalSessions: 400 });
        expect(await note(finding(release.id))).toEqual(sure);
        expect((await control.releases.find(project.projectId, release.id))?.regression).toEqual(sure);
        await control.releases.endRegression(project.projectId, release.id, ada);
        await control.releases.endRegression(project.projectId, release.id, ada);
        expect((await control.releases.find(project.projectId, release.id))?.regression).toBeNull();
        const log = await changes(release.id);
        expect(log.map(({ action }) => action)).toEqual([
          'regression_ended',
          'regression_found',
          'regression_found',
          'created',
        ]);
        expect(log.slice(0, -1).map(({ before }) => before)).toEqual(log.slice(1).map(({ after }) => after));
      });

      test('of a change is found once for the change, and leaves the release alone', async () => {
        const { release } = await announce('5.1.0');
        const { prevReleaseId, prevVersion, prevSessions, ...facts } = finding(release.id) as Extract<
          NewRegression,
          { kind: 'release' }
        >;
        const found: NewRegression = {
          ...facts,
          kind: 'change',
          changeId: '018f2f6e-7c1a-7000-8000-0000000000bb',
          changeKey: 'fast_search',
          changeAtMs: startMs,
          preCrashFreeRate: 99.5,
          preSessions: 300,
        };
        const first = await note(found);
        expect(await note({ ...found, totalSessions: 1 })).toEqual(first);
        expect((await control.releases.find(project.projectId, release.id))?.regression).toBeNull();
        const listed = await control.releases.regressions(production(), first?.detectedAtMs ?? 0, 10);
        expect(listed).toEqual([first]);
        expect(await control.releases.regressions(production(), (first?.detectedAtMs ?? 0) + 1, 10)).toEqual([]);
        expect(await control.releases.regressions({ ...production(), projectId: other.projectId }, 0, 10)).toEqual([]);
      });

      test('of a release that is not there is none', async () => {
        expect(await note(finding('018f2f6e-7c1a-7000-8000-0000000000cc'))).toBeUndefined();
      });
    });
  });
}
