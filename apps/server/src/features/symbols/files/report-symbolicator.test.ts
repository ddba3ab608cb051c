import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SqliteControlPlane } from '../../../compose/control/sqlite-control-plane.ts';
import { operatorActor } from '../../../control/actor.ts';
import { readReport } from '../../crashes/report/read-report.ts';
import { ReportSymbolicator } from '../report-symbolicator.ts';
import { type SymbolLabels, SymbolUploads } from '../symbol-uploads.ts';
import { FileSymbolVault } from './file-symbol-vault.ts';

let folder: string;
let control: SqliteControlPlane;
let vault: FileSymbolVault;
let uploads: SymbolUploads;
let symbolicator: ReportSymbolicator;
const failures: string[] = [];
let number = 0;
let projectId = '';
let resolved = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamppost-symbolicator-'));
  control = new SqliteControlPlane({ path: join(folder, 'control.db'), mustExist: false });
  vault = new FileSymbolVault({ folder: join(folder, 'symbols') });
  uploads = new SymbolUploads({ files: control.symbols, vault, maxBytes: 2 ** 30 });
  symbolicator = new ReportSymbolicator({
    files: control.symbols,
    vault: {
      resolve: (stacks, contents) => {
        resolved += 1;
        return vault.resolve(stacks, contents);
      },
    },
    onFailure: (failure) => failures.push(failure),
  });
});
afterAll(async () => {
  await vault.close();
  await control.close();
  await rm(folder, { recursive: true, force: true });
});

const freshProject = async () => {
  number += 1;
  projectId = (await control.projects.create({ slug: `p${number}`, name: 'P', plan: 'free', keys: [] })).id;
};
const upload = (labels: Partial<SymbolLabels> & Pick<SymbolLabels, 'kind'>, text: string) =>
  uploads.accept({
    projectId,
    labels: { release: null, build: null, file: null, debugId: null, platform: null, ...labels },
    body: (async function* () {
      yield Buffer.from(text);
    })(),
    actor: operatorActor,
  });

const mapping = `# pg_map_id: abc1234
com.shop.Cart -> a.a:
# {"id":"sourceFile","fileName":"Cart.kt"}
    4:4:int com.shop.Price.of(com.shop.Item):7:7 -> a
    4:4:void add(com.shop.Item):23:23 -> a
com.shop.EmptyCart -> a.z:
`;
const androidReport = readReport({
  platform: 'android',
  app_version: '1.0',
  stack_trace: 'a.z: nothing in it\n\tat a.a.a(r8-map-id-abc1234:4)\n\tat java.lang.Thread.run(Thread.java:1012)\n',
});

describe('a report from before its symbols', () => {
  test('is shown as it is, then symbolicated, and as it is again when they are gone', async () => {
    await freshProject();
    const scope = { projectId, reportId: 'r1' };
    const before = await symbolicator.symbolicate(scope, androidReport);
    expect(before.report.exceptions[0]?.frames[0]).toMatchObject({ module: 'a.a', function: 'a' });
    expect(before.missing).toEqual([{ kind: 'proguard', release: '1.0', file: null, debugId: 'abc1234' }]);
    const versionBefore = await symbolicator.symbolsVersion(projectId);

    const outcome = await upload({ kind: 'proguard' }, mapping);
    const [file] = 'files' in outcome ? outcome.files : [];
    expect(await symbolicator.symbolsVersion(projectId)).toBeGreaterThan(versionBefore);
    const after = await symbolicator.symbolicate(scope, androidReport);
    expect(after).toMatchObject({ missing: [], used: [file?.id] });
    expect(after.report.exceptions[0]?.type).toBe('com.shop.EmptyCart');
    expect(after.report.exceptions[0]?.frames).toEqual([
      {
        module: 'com.shop.Price',
        function: 'of',
        file: 'Price.java',
        line: 7,
        isInlined: true,
        isInApp: true,
        reported: { module: 'a.a', function: 'a', file: 'r8-map-id-abc1234', line: 4 },
      },
      { module: 'com.shop.Cart', function: 'add', file: 'Cart.kt', line: 23, isInApp: true },
      { module: 'java.lang.Thread', function: 'run', file: 'Thread.java', line: 1012, isInApp: false },
    ]);

    expect(await uploads.remove(projectId, file?.id ?? '', operatorActor)).toBe(true);
    expect((await symbolicator.symbolicate(scope, androidReport)).report).toEqual(before.report);
  });

  test('is looked up once for as long as the symbols are the same', async () => {
    await freshProject();
    await upload({ kind: 'proguard', release: '1.0' }, mapping);
    const start = resolved;
    const first = await symbolicator.symbolicate({ projectId, reportId: 'r' }, androidReport);
    expect(await symbolicator.symbolicate({ projectId, reportId: 'r' }, androidReport)).toBe(first);
    expect(resolved - start).toBe(1);
    await upload({ kind: 'elf', file: 'libother.so' }, '1000 T other\n');
    expect(await symbolicator.symbolicate({ projectId, reportId: 'r' }, androidReport)).toEqual(first);
    expect(resolved - start).toBe(2);
  });
});

describe('a native report', () => {
  const nativeReport = readReport({
    platform: 'ios',
    exception_type: 'SIGSEGV',
    stack_trace: {
      frames: [
        { index: 0, image_name: 'Acme', raw_address: '0x104a3c050', is_app_frame: true },
        { index: 1, image_name: 'Acme', raw_address: '0x104a3c080' },
        { index: 2, image_name: 'Other', raw_address: '0x204a3c080' },
      ],
    },
    binary_images: [
      { uuid: '6F9619FF-8B86-D011-B42D-00C04FC964FF', name: 'Acme', load_address: '0x104a38000', size: 65536 },
      { uuid: '00000000-0000-0000-0000-000000000001', name: 'Other', load_address: '0x204a38000', size: 65536 },
    ],
  });

  test('is looked up by the uuid of the image, and shows image and offset where there is no table', async () => {
    await freshProject();
    const table = '0000000100000000 T __mh_execute_header\n0000000100004040 t _load\n0000000100004080 T _main\n';
    await upload({ kind: 'apple', debugId: '6f9619ff-8b86-d011-b42d-00c04fc964ff' }, table);
    const { report, missing } = await symbolicator.symbolicate({ projectId }, nativeReport);
    const [top, caller, other] = report.exceptions[0]?.frames ?? [];
    expect(top).toMatchObject({ function: 'load', imageName: 'Acme', isSaidInApp: true, isInApp: true });
    // The address behind a call at the end of `load` is that of `main`, which did not call.
    expect(caller).toMatchObject({ function: 'load' });
    expect(other).toMatchObject({ imageName: 'Other', address: '0x204a3c080', imageAddress: '0x204a38000' });
    expect(other?.function).toBeUndefined();
    expect(missing).toEqual([
      { kind: 'apple', release: null, file: 'Other', debugId: '00000000000000000000000000000001' },
    ]);
  });

  test('is shown without symbols, and counted, when its table cannot be read', async () => {
    await freshProject();
    await upload({ kind: 'apple', debugId: '6f9619ff8b86d011b42d00c04fc964ff' }, '100004040 T _load\n');
    const broken = new ReportSymbolicator({
      files: control.symbols,
      vault: { resolve: async () => ({ failure: 'It took too long.' }) },
      onFailure: (failure) => failures.push(failure),
    });
    const { report, failure } = await broken.symbolicate({ projectId, reportId: 'x' }, nativeReport);
    expect(failure).toBe('It took too long.');
    expect(failures).toEqual(['It took too long.']);
    expect(report.exceptions[0]?.frames.map((frame) => frame.function)).toEqual([undefined, undefined, undefined]);
  });

  test('asks the symbolizer for what no table knows, the address behind a call corrected', async () => {
    await freshProject();
    const asked: unknown[] = [];
    const helped = new ReportSymbolicator({
      files: control.symbols,
      vault,
      external: {
        run: async (params) => {
          asked.push(params);
          return new Map(params.offsets.map((offset) => [offset, [{ function: `at ${offset}` }]]));
        },
      },
    });
    const { report } = await helped.symbolicate({ projectId }, nativeReport);
    expect(asked).toEqual([
      { uuid: '6f9619ff8b86d011b42d00c04fc964ff', name: 'Acme', offsets: [0x4050, 0x407f] },
      { uuid: '00000000000000000000000000000001', name: 'Other', offsets: [0x407f] },
    ]);
    expect(report.exceptions[0]?.frames.map((frame) => frame.function)).toEqual(['at 16464', 'at 16511', 'at 16511']);
  });
});

test('a script is found by the debug id of its image, whatever the release', async () => {
  await freshProject();
  const map = { version: 3, sources: ['src/cart.ts'], names: [], mappings: 'AAAA', debugId: 'AAAA-1111' };
  await upload({ kind: 'sourcemap', release: 'other' }, JSON.stringify(map));
  const report = readReport({
    platform: 'web',
    app_version: '5',
    stack_trace: 'Error: x\n    at t (https://shop.example/assets/app.js:1:1)',
    binary_images: [{ uuid: 'aaaa1111', name: 'https://shop.example/assets/app.js' }],
  });
  const { report: shown } = await symbolicator.symbolicate({ projectId }, report);
  expect(shown.exceptions[0]?.frames[0]).toMatchObject({ file: 'src/cart.ts', line: 1 });
});

test('a report without frames needs nothing', async () => {
  await freshProject();
  const report = readReport({ platform: 'web', exception_type: 'E' });
  expect(await symbolicator.symbolicate({ projectId }, report)).toEqual({ report, missing: [], used: [] });
});
