import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { ada, changesOf, newTestProject, type TestProject } from '../../control/test-project.contract.ts';
import type { AddedSymbolFiles, NewSymbolFile } from './symbol-file-store.ts';

const MiB = 1024 * 1024;

export function symbolFileStoreContract(open: () => Promise<ControlPlane>): void {
  describe('SymbolFileStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    let number = 0;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());
    const fresh = async () => {
      number += 1;
      project = await newTestProject(control, `symbols-${number}`);
    };

    const map = (file: string, more: Partial<NewSymbolFile> = {}): NewSymbolFile => ({
      kind: 'sourcemap',
      release: '1.0',
      build: null,
      file,
      debugId: null,
      platform: null,
      sha256: `sha-of-${file}`,
      bytes: 100,
      storedBytes: 40,
      ...more,
    });
    const add = async (...files: NewSymbolFile[]): Promise<AddedSymbolFiles> => {
      const added = await control.symbols.add(project.projectId, files, MiB, ada);
      if (!('files' in added)) throw new Error('There is no room');
      return added;
    };
    const version = () => control.symbols.version(project.projectId);
    const matching = async (wanted: object) => {
      const nothing = { debugIds: [], release: null, build: null, fileNames: [] };
      const found = await control.symbols.matching(project.projectId, { ...nothing, ...wanted });
      return found.map(({ file, debugId }) => file ?? debugId);
    };

    test('files are added with a change each, and listed newest first', async () => {
      await fresh();
      const { files, isNew } = await add(map('a.js'), map('b.js'));
      expect(isNew).toBe(true);
      expect(files[0]).toEqual({
        ...map('a.js'),
        id: expect.any(String),
        projectId: project.projectId,
        createdAtMs: expect.any(Number),
      });
      const listed = await control.symbols.list(project.projectId, { limit: 1 });
      expect(listed.rows.map(({ file }) => file)).toEqual(['b.js']);
      const next = await control.symbols.list(project.projectId, { limit: 1, cursor: listed.nextCursor ?? '' });
      expect(next.rows.map(({ file }) => file)).toEqual(['a.js']);
      const changes = await changesOf(control, project.projectId);
      expect(changes.filter(({ entityType }) => entityType === 'symbol_file')).toMatchObject([
        { action: 'created', entityKey: 'b.js', actor: ada, after: { file: 'b.js' } },
        { action: 'created', entityKey: 'a.js' },
      ]);
    });

    test('the same content for the same purpose is one file; for another purpose it is another', async () => {
      await fresh();
      const first = await add(map('a.js'));
      const before = await version();
      expect(await add(map('a.js'))).toEqual({ files: first.files, isNew: false });
      expect(await version()).toBe(before);
      expect((await add(map('a.js', { release: null }))).isNew).toBe(true);
      expect((await add(map('a.js', { release: null }))).isNew).toBe(false);
      expect((await add(map('a.js', { sha256: 'another' }))).isNew).toBe(true);
      expect((await control.symbols.list(project.projectId, { limit: 9 })).rows).toHaveLength(3);
    });

    test('what does not fit is refused whole', async () => {
      await fresh();
      const before = await version();
      const refused = await control.symbols.add(project.projectId, [map('a.js'), map('b.js')], 79, ada);
      expect(refused).toEqual({ spentBytes: 0, maxBytes: 79 });
      expect((await control.symbols.list(project.projectId, { limit: 9 })).rows).toEqual([]);
      expect(await version()).toBe(before);
      expect(await control.symbols.add(project.projectId, [map('a.js'), map('b.js')], 80, ada)).toMatchObject({
        isNew: true,
      });
      expect(await control.symbols.add(project.projectId, [map('a.js')], 80, ada)).toMatchObject({ isNew: false });
    });

    test('removing one says whether its content is still needed', async () => {
      await fresh();
      const own = { sha256: 'content of two' };
      const [one] = (await add(map('a.js', own))).files;
      const [other] = (await add(map('a.js', { ...own, release: '2.0' }))).files;
      const before = await version();
      const remove = (id = '') => control.symbols.remove(project.projectId, id, ada);
      expect(await remove(one?.id)).toEqual({ file: one, isContentNeeded: true });
      expect(await version()).toBeGreaterThan(before);
      expect(await remove(one?.id)).toBeUndefined();
      const elsewhere = await newTestProject(control, `symbols-elsewhere-${number}`);
      expect(await control.symbols.remove(elsewhere.projectId, other?.id ?? '', ada)).toBeUndefined();
      expect(await remove(other?.id)).toEqual({ file: other, isContentNeeded: false });
      const [newest] = await changesOf(control, project.projectId);
      expect(newest).toMatchObject({ entityType: 'symbol_file', action: 'removed', after: null });
    });

    test('those for a report are found by debug id, by release and file, and mappings by release or build', async () => {
      await fresh();
      await add(
        map('https://a.b/assets/app.js'),
        map('other.js'),
        map('app.js', { release: '2.0' }),
        map('app.js', { release: null, sha256: 'anyRelease' }),
        map('deep.js', { release: '9', debugId: 'abc' }),
        map('m', { kind: 'proguard', file: null, debugId: 'r8', build: '7' }),
        map('h', { kind: 'hermes', file: null, debugId: 'hermes' }),
      );
      expect(await matching({ debugIds: ['abc', 'none'] })).toEqual(['deep.js']);
      expect(await matching({ release: '1.0', fileNames: ['app.js'] })).toEqual([
        'hermes',
        'r8',
        'app.js',
        'https://a.b/assets/app.js',
      ]);
      expect(await matching({ release: '3.0', build: '7' })).toEqual(['r8']);
      expect(await matching({ release: '3.0', fileNames: ['app.js'] })).toEqual(['app.js']);
    });

    test('content is in use while a file of any project needs it', async () => {
      await fresh();
      const { files } = await add(map('in-use-1.js'), map('in-use-2.js'));
      const asked = ['sha-of-in-use-1.js', 'sha-of-in-use-2.js', 'sha-of-nothing'];
      expect((await control.symbols.contentsInUse(asked)).toSorted()).toEqual(asked.slice(0, 2));
      await control.symbols.remove(project.projectId, files[0]?.id ?? '', ada);
      expect(await control.symbols.contentsInUse(asked)).toEqual(['sha-of-in-use-2.js']);
      expect(await control.symbols.contentsInUse([])).toEqual([]);
    });
  });
}
