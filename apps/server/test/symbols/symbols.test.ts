import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSocket } from '../harness/raw-http.ts';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';
import { zipOf } from '../harness/zip-of.ts';

interface SymbolRow {
  readonly id: string;
  readonly kind: string;
  readonly release: string | null;
  readonly build: string | null;
  readonly file: string | null;
  readonly debug_id: string | null;
  readonly platform: string | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly created_at: string;
}

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await TestServer.start({ env: { LP_SYMBOLS_MAX_BYTES: '2000000' } });
});
afterAll(() => server.dispose());
beforeEach(async () => {
  project = await TestProject.create(server);
});

const map = (more: object = {}): string =>
  JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA', ...more });
const mapping = '# pg_map_id: 7C3E2A1\ncom.shop.Cart -> a.a:\n    1:3:void add():20:22 -> a\n';
const upload = (query: string, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  project.send('POST', `/v1/symbols?${query}`, { key: project.secret, body, headers });
const rows = async () => (await project.get('/v1/symbols')).data<SymbolRow[]>();
const filesOnDisk = async (): Promise<string[]> =>
  (await readdir(join(server.dataDir, 'symbols'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('an upload', () => {
  test('of a source map is answered with its row, listed, noted in the change log, and removed', async () => {
    const body = map({ debugId: '6F9619FF-8B86-D011-B42D-00C04FC964FF', x: project.id });
    const response = await upload('kind=sourcemap&release=1.2.0&build=7&platform=web&file=/assets/app.js', body);
    expect(response.status).toBe(201);
    const row = response.data<SymbolRow>();
    const sha256 = createHash('sha256').update(body).digest('hex');
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'sourcemap',
      release: '1.2.0',
      build: '7',
      file: '/assets/app.js',
      debug_id: '6f9619ff8b86d011b42d00c04fc964ff',
      platform: 'web',
      bytes: body.length,
      sha256,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await rows()).toEqual([row]);
    expect(await filesOnDisk()).toContain(`${sha256}.gz`);
    const remove = () => project.send('DELETE', `/v1/symbols/${row.id}`, { key: project.secret });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await rows()).toEqual([]);
    expect(await filesOnDisk()).not.toContain(`${sha256}.gz`);
    const changes = await project.get('/v1/changes?entity_type=symbol_file');
    expect(changes.data<{ action: string }[]>().map(({ action }) => action)).toEqual(['removed', 'created']);
  });

  test('of the same file for the same purpose is answered 200 with the same row', async () => {
    const first = await upload('kind=proguard&release=1', mapping);
    const again = await upload('kind=proguard&release=1', mapping);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.data()).toEqual(first.data());
    expect((await upload('kind=proguard&release=2', mapping)).status).toBe(201);
    expect(await rows()).toHaveLength(2);
  });

  test('takes what the file says of itself where nothing else is said', async () => {
    expect((await upload('kind=proguard', mapping)).data<SymbolRow>().debug_id).toBe('7c3e2a1');
    expect((await upload('kind=sourcemap', map({ file: 'app.js' }))).data<SymbolRow>().file).toBe('app.js');
  });

  test('of every kind is taken', async () => {
    expect((await upload('kind=hermes&release=1', map())).status).toBe(201);
    expect((await upload('kind=apple&debug_id=ABC-123', '0000000100003f50 T _main\n')).status).toBe(201);
    expect((await upload('kind=elf&file=libstore.so&release=1', '1000 20 load\n')).status).toBe(201);
  });

  test('may be compressed, and counts as what it was before', async () => {
    const body = `${mapping}${'    1:1:void other():1:1 -> b\n'.repeat(50_000)}`;
    const response = await upload('kind=proguard&release=gz', gzipSync(body), { 'Content-Encoding': 'gzip' });
    expect(response.status).toBe(201);
    expect(response.data<SymbolRow>()).toMatchObject({
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
    });
  });

  test('of an archive is answered with a row for each map in it', async () => {
    const archive = zipOf({
      'dist/assets/a.js.map': map({ debug_id: 'aa-11' }),
      'dist/assets/b.js.map': map({ sources: ['b.ts'] }),
      'dist/index.html': '<html>',
    });
    const response = await upload('kind=archive&release=3.0', archive);
    expect(response.status).toBe(201);
    expect(response.data<SymbolRow[]>().map(({ kind, file, debug_id }) => [kind, file, debug_id])).toEqual([
      ['sourcemap', 'dist/assets/a.js', 'aa11'],
      ['sourcemap', 'dist/assets/b.js', null],
    ]);
    expect((await upload('kind=archive&release=3.0', archive)).status).toBe(200);
  });

  test('belongs to its project alone', async () => {
    const { id } = (await upload('kind=proguard&release=1', mapping)).data<SymbolRow>();
    const other = await TestProject.create(server);
    expect((await other.get('/v1/symbols')).data<SymbolRow[]>()).toEqual([]);
    expect((await other.send('DELETE', `/v1/symbols/${id}`, { key: other.secret })).status).toBe(404);
    expect(await rows()).toHaveLength(1);
  });

  test('survives a restart', async () => {
    const row = (await upload('kind=proguard&release=1', mapping)).data<SymbolRow>();
    await server.restart();
    expect(await rows()).toMatchObject([row]);
  });
});

describe('what is refused', () => {
  const refused: [string, string, string | Uint8Array, RegExp][] = [
    ['no kind', '', map(), /kind/],
    ['an unknown kind', 'kind=dwarf', map(), /kind/],
    ['an empty release', 'kind=sourcemap&file=a.js&release=', map(), /release/],
    ['a debug id that is none', 'kind=sourcemap&debug_id=../..', map(), /debug_id/],
    ['a map for nothing', 'kind=sourcemap', map(), /needs file or debug_id/],
    ['a mapping for nothing', 'kind=proguard', 'a.B -> c:\n', /needs release, build or debug_id/],
    ['a table for nothing', 'kind=apple&release=1', '1000 T _main\n', /needs debug_id/],
    ['a hermes map for nothing', 'kind=hermes', map(), /needs release, file or debug_id/],
    ['no body', 'kind=sourcemap&file=a.js', '', /not JSON/],
    ['a map that is none', 'kind=sourcemap&file=a.js', '{"version":3}', /mappings/],
    ['a mapping with a wrong line', 'kind=proguard&release=1', 'a.B -> c:\nnonsense\n', /Line 2/],
    ['a table with a wrong line', 'kind=elf&file=a.so', '1000 T main\n\nnot a symbol\n', /Line 3/],
    ['an archive that is none', 'kind=archive&release=1', 'PK', /not a zip/],
    ['an archive without maps', 'kind=archive', zipOf({ 'a.js': 'x' }), /no file that ends/],
    ['a path out of the archive', 'kind=archive', zipOf({ '../a.js.map': map() }), /leads out/],
  ];
  for (const [name, query, body, message] of refused) {
    test(`${name} is 400 with a reason, and leaves nothing behind`, async () => {
      const response = await upload(query, body);
      expect(response.status).toBe(400);
      expect(response.error.code).toBe('VALIDATION_ERROR');
      expect(response.error.message).toMatch(message);
      expect(await rows()).toEqual([]);
    });
  }

  test('compression that is broken, or another than gzip, is 400', async () => {
    const headers = (encoding: string) => ({ 'Content-Encoding': encoding });
    expect((await upload('kind=proguard&release=1', 'not gzip', headers('gzip'))).error.message).toMatch(/valid gzip/);
    const cut = gzipSync(mapping).subarray(0, 30);
    expect((await upload('kind=proguard&release=1', cut, headers('gzip'))).error.message).toMatch(/valid gzip/);
    expect((await upload('kind=proguard&release=1', mapping, headers('br'))).error.message).toMatch(/must be gzip/);
  });

  test('a bomb is 413 while it is inflated, and leaves nothing behind', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1_048_576, ' '));
    expect(bomb.length).toBeLessThan(400_000);
    const response = await upload('kind=sourcemap&file=a.js', bomb, { 'Content-Encoding': 'gzip' });
    expect(response.status).toBe(413);
    expect(response.error.message).toContain(String(64 * 1_048_576));
    expect(await filesOnDisk()).not.toContain('body');
  });

  test('a body that says it is too large is 413 before it is sent', async () => {
    const socket = await openSocket(server.url);
    const answered = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
    socket.write(
      `POST /v1/symbols?kind=sourcemap&file=a.js HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.secret}\r\nContent-Length: 99999999\r\n\r\n`,
    );
    expect(await answered).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  test('a body that breaks off leaves nothing behind', async () => {
    const socket = await openSocket(server.url);
    socket.write(
      `POST /v1/symbols?kind=proguard&release=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.secret}\r\nContent-Length: 5000000\r\n\r\n${mapping}`,
    );
    await expect.poll(filesOnDisk).toContain('body');
    socket.destroy();
    await expect.poll(filesOnDisk).not.toContain('body');
    expect(await rows()).toEqual([]);
  });

  test('more than the project may have is 413 with a reason, and there is room again after a removal', async () => {
    const noise = () => map({ sourcesContent: [randomBytes(900_000).toString('base64')] });
    const first = await upload('kind=sourcemap&file=a.js', noise());
    expect(first.status).toBe(201);
    expect((await upload('kind=sourcemap&file=b.js', noise())).status).toBe(201);
    const before = (await filesOnDisk()).length;
    const full = await upload('kind=sourcemap&file=c.js', noise());
    expect(full.status).toBe(413);
    expect(full.error.details?.reason).toBe('SYMBOLS_FULL');
    expect((await filesOnDisk()).length).toBe(before);
    const { id } = first.data<SymbolRow>();
    expect((await project.send('DELETE', `/v1/symbols/${id}`, { key: project.secret })).status).toBe(204);
    expect((await upload('kind=sourcemap&file=c.js', noise())).status).toBe(201);
  });

  test('other routes answer while a large upload is judged', async () => {
    const classes = Array.from(
      { length: 150_000 },
      (_, at) => `com.shop.C${at} -> c${at}:\n    1:1:void m():1:1 -> a\n`,
    );
    const body = gzipSync(classes.join(''));
    const uploading = upload('kind=proguard&release=large', body, { 'Content-Encoding': 'gzip' });
    let slowest = 0;
    let isDone = false;
    void uploading.then(() => {
      isDone = true;
    });
    while (!isDone) {
      const startedAt = performance.now();
      expect((await project.get('/v1/symbols?limit=1')).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
    expect((await uploading).status).toBe(201);
    expect(slowest).toBeLessThan(1_000);
  });
});
