import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Lamppost, tooWide } from './harness/lamppost.ts';

let lamppost: Lamppost;

beforeAll(async () => {
  lamppost = await Lamppost.start();
});
afterAll(() => lamppost.dispose());

/** Times and ids are others each time. */
const settled = (text: string): string => text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>');

describe('flags', () => {
  test('a flag is created, rolled out, killed, restored and explained', async () => {
    const { at } = lamppost;
    expect(await at.ok('flags', 'list')).toBe(
      'No flags. Create one: lamppost flags create new_checkout --name "New checkout"\n',
    );
    expect(await at.ok('flags', 'create', 'new_checkout', '--name', 'New checkout', '--platforms', 'web,ios')).toBe(
      'Created new_checkout (boolean, false for all users).\nRoll it out: lamppost flags rollout new_checkout 10\n',
    );
    expect(await at.ok('flags', 'rollout', 'new_checkout', '25')).toBe(
      'new_checkout is true for 25 % (before: none).\n',
    );
    expect(await at.ok('flags', 'kill', 'new_checkout', '--reason', 'payments fail')).toContain('all users get false');
    expect(settled(await at.ok('flags', 'get', 'new_checkout'))).toMatchInlineSnapshot(`
      "new_checkout  New checkout
      State      killed
      Type       boolean, false by default
      Kind       release
      Platforms  web, ios
      Last seen  never
      Changed    <time> UTC

      All users get false since <time> UTC: payments fail

      Rules, the first match wins:
        none
        All other users → true for 25 %, false for the rest
      "
    `);
    expect(await at.ok('flags', 'restore', 'new_checkout')).toContain('payments fail');
    // Whom a share includes goes by the id of the rollout, which is another each time.
    await at.ok('flags', 'rollout', 'new_checkout', '0');
    const explained = await at.ok('flags', 'explain', 'new_checkout', '--user', 'u-1', '-a', 'plan=free');
    expect(settled(explained)).toMatch(
      /^Value +false\nBecause +no rule matches and the rollout does not include them\n/,
    );
    await at.ok('flags', 'rollout', 'new_checkout', '25');
    expect(await at.ok('flags', 'stale')).toBe('No stale flags.\n');
  });

  test('the list fits a terminal of 80 columns, and has everything as JSON', async () => {
    const { at } = lamppost;
    const name = 'A name that is much longer than any terminal has room for in one of its columns, surely';
    await at.ok('flags', 'create', 'page_size', '--type', 'number', '--default', '20', '--name', name, '--tags', 'a,b');
    const set = ['flags', 'set', 'page_size', '--description', 'Rows of a page', '--comment', 'for the docs'];
    expect(await at.ok(...set)).toBe('Changed description of page_size.\n');
    const owner = lamppost.bootstrap.owner.email;
    await at.ok('flags', 'set', 'page_size', '--owner', owner);
    expect(await at.ok('flags', 'get', 'page_size')).toContain(`Owner      ${owner}`);
    expect(await at.json('flags', 'list', '--owner', owner)).toMatchObject([{ key: 'page_size' }]);
    const history = await fetch(`${lamppost.url}/v1/flags/page_size/history`, {
      headers: { Authorization: `Bearer ${lamppost.bootstrap.keys.production.secret}` },
    });
    expect(((await history.json()) as { data: unknown[] }).data[1]).toMatchObject({ comment: 'for the docs' });
    const list = await at.ok('flags', 'list');
    expect(tooWide(list)).toEqual([]);
    expect(list).toMatchInlineSnapshot(`
      "KEY           TYPE     STATE        DEFAULT  NAME
      page_size     number   default      20       A name that is much longer than an…
      new_checkout  boolean  on for 25 %  false    New checkout
      "
    `);
    const rows = await at.json<{ key: string; name: string; tags: string[]; state: string }[]>('flags', 'list');
    expect(rows[0]).toMatchObject({ key: 'page_size', name, tags: ['a', 'b'], description: 'Rows of a page' });
    expect(await at.json('flags', 'list', '--tag', 'nobody')).toEqual([]);
  });

  test('rules belong to the environment that is named', async () => {
    const { at } = lamppost;
    await at.ok('flags', 'rollout', 'new_checkout', '100', '-e', 'development');
    expect(await at.ok('flags', 'list', '-e', 'development')).toMatch(/new_checkout +boolean +on for 100 %/);
    expect(await at.ok('flags', 'list')).toMatch(/new_checkout +boolean +on for 25 %/);
  });
});

describe('flags as code', () => {
  test('pull, plan, apply: idempotent, with a diff, and --check in between', async () => {
    const { at } = lamppost;
    expect(await at.ok('flags', 'pull')).toBe('Wrote 2 flags of development, production to lamppost.flags.yaml.\n');
    expect(await at.ok('flags', 'plan', '--check')).toBe('The server matches the file.\n');
    const file = at.path('lamppost.flags.yaml');
    const text = await readFile(file, 'utf8');
    const rule = `rules:
          - name: pro
            conditions:
              - {field: plan, op: eq, values: [pro]}
            value: true
            percentage: 50
        rollout:
          percentage: 30`;
    const edited = text.replace(/rollout:\n {10}percentage: 25/, rule).concat(`  banner:
    type: string
    default: Hello
    platforms: [web]
    status: deprecated
    environments:
      production:
        rollout: {percentage: 100, value: Sale!}
`);
    await writeFile(file, edited);
    const plan = await at.run(['flags', 'plan', '--check']);
    expect(plan.code).toBe(1);
    expect(plan.out).toMatchInlineSnapshot(`
      "rules of new_checkout in production
        + pro: if plan eq ["pro"] → true for 50 %
      rollout of new_checkout in production
        - true for 25 %
        + true for 30 %
      create banner
        + name: banner
        + type: string
        + default: "Hello"
        + platforms: web
      change banner
        - status: "active"
        + status: "deprecated"
      rollout of banner in production
        - none
        + "Sale!" for 100 %
      5 changes.
      "
    `);
    expect((await at.run(['flags', 'apply', '--check'])).code).toBe(1);
    const refused = await at.run(['flags', 'apply']);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect(await at.ok('flags', 'apply', '--yes')).toContain('Applied 5 changes.');
    expect(await at.ok('flags', 'apply', '--yes')).toBe('The server matches the file.\n');
    expect(await at.ok('flags', 'apply', '--check')).toBe('The server matches the file.\n');
    expect(await at.ok('flags', 'get', 'new_checkout')).toContain('1. pro: if plan is pro → true for 50 %');
  });

  test('a rule keeps its id when the file has none, so nobody is reshuffled', async () => {
    const { at } = lamppost;
    interface Flag {
      readonly targeting: { readonly rules: { readonly id: string; readonly percentage: number }[] };
    }
    const before = await at.json<Flag>('flags', 'get', 'new_checkout');
    const file = at.path('lamppost.flags.yaml');
    await writeFile(file, (await readFile(file, 'utf8')).replace('percentage: 50', 'percentage: 60'));
    await at.ok('flags', 'apply', '--yes');
    const after = await at.json<Flag>('flags', 'get', 'new_checkout');
    expect(after.targeting.rules[0]).toMatchObject({ id: before.targeting.rules[0]?.id, percentage: 60 });
  });

  test('a change on the server is a difference, and a file that says less takes a rollout back to nobody', async () => {
    const { at } = lamppost;
    await at.ok('flags', 'rollout', 'banner', '10', '--value', 'Other');
    expect((await at.run(['flags', 'plan', '--check'])).out).toContain('- "Other" for 10 %\n  + "Sale!" for 100 %');
    const file = at.path('lamppost.flags.yaml');
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace('      production:\n        rollout: {percentage: 100, value: Sale!}\n', '      production: {}\n'),
    );
    await at.ok('flags', 'apply', '--yes');
    expect(await at.ok('flags', 'list')).toMatch(/banner +string +default/);
    expect(await at.ok('flags', 'plan', '--check')).toContain('The server matches the file.');
  });

  test('a file that is not understood is refused as a whole, each fault with its line', async () => {
    const { at } = lamppost;
    await writeFile(
      at.path('broken.yaml'),
      `version: 1
flags:
  new_checkout:
    plaforms: [web]
    default: "no"
    environments:
      production:
        rollout: {percentage: 120, value: true}
        rules:
          - conditions: [{field: plan, op: equals, values: [pro]}]
  Wrong-Key:
    platforms: [web, tv]
`,
    );
    const { code, err } = await at.run(['flags', 'apply', '--yes', '--file', 'broken.yaml']);
    expect(code).toBe(7);
    expect(err).toMatchInlineSnapshot(`
      "Error: broken.yaml has 8 errors. Nothing was sent.
        broken.yaml:3:3: new_checkout needs "platforms", such as [web, ios]
        broken.yaml:4:5: new_checkout has no "plaforms"; did you mean "platforms"?
        broken.yaml:5:14: default must be a boolean
        broken.yaml:8:31: percentage must be a number of 0 to 100
        broken.yaml:10:13: a rule needs a "value"
        broken.yaml:10:44: op must be one of eq, neq, in, not_in, gt, gte, lt, lte, contains, not_contains, starts_with, ends_with, regex, exists, not_exists, semver_gt, semver_gte, semver_lt, semver_lte
        broken.yaml:11:3: "Wrong-Key" must start with a lowercase letter and have 2 to 128 lowercase letters, digits and _
        broken.yaml:12:22: platforms must be one of web, ios, ipados, macos, android, server
      "
    `);
    await writeFile(at.path('cut.yaml'), 'version: 1\nflags:\n  a_flag: {type: boolean\n');
    const cut = await at.run(['flags', 'plan', '--file', 'cut.yaml']);
    expect(cut).toMatchObject({ code: 7, err: expect.stringMatching(/cut\.yaml:\d:\d+: /) });
    await writeFile(
      at.path('typed.yaml'),
      'version: 1\nflags:\n  page_size:\n    type: string\n    platforms: [web]\n',
    );
    const typed = await at.run(['flags', 'apply', '--yes', '--file', 'typed.yaml']);
    expect(typed).toMatchObject({ code: 6, err: expect.stringContaining('typed.yaml:4: page_size is a number') });
  });

  test('a dev key is enough to plan, and not to apply', async () => {
    const { at, keys } = lamppost;
    const env = { LP_KEY: keys.dev };
    expect((await at.run(['flags', 'plan', '--check'], { env })).code).toBe(0);
    await at.ok('flags', 'rollout', 'new_checkout', '31');
    const { code, err } = await at.run(['flags', 'apply', '--yes'], { env });
    expect(code).toBe(4);
    expect(err).toContain('This needs a secret key (lp_sec_…); the key of LP_KEY is a dev one (lp_dev_…).');
  });
});
