// biome-ignore-all lint/correctness/noComponentHookFactories: each test has components of its own, made in the page
import { createLamppost } from '@lamppost/node';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { type OpenedPage, TestBrowser } from '../harness/test-browser.ts';
import { TestProject } from '../harness/test-project.ts';
import type {} from '../pages/react-app.ts';
import { shopApp } from '../pages/react-app-tree.ts';
import type {} from '../pages/react-stage.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await TestBrowser.launch();
});
afterAll(() => browser.close());

describe('components in a page, with a scripted server', () => {
  let page: OpenedPage['page'];
  let problems: OpenedPage['problems'];
  beforeAll(async () => {
    ({ page, problems } = await browser.open('react-stage'));
  });

  test('a component follows its flag, and has the fallback for other types and without one', async () => {
    const seen = await page.evaluate(async () => {
      const { h, LamppostProvider, useFlag, Stage } = kit;
      const stage = new Stage();
      const texts: string[] = [];
      const Words = () => `${useFlag('banner', 'none')} ${useFlag('limit', 3)} ${useFlag('theme', { size: 1 }).size}`;
      await stage.draw(h(LamppostProvider, { client: stage.launch().client }, h(Words)));
      texts.push(stage.text);
      stage.serve({ flags: { banner: 'a', limit: 'many', theme: { size: 2 } } });
      await stage.pass(600_000);
      texts.push(stage.text);
      stage.serve({ flags: { banner: 'b', limit: 7, theme: null } });
      await stage.pass(600_000);
      return [...texts, stage.text];
    });
    expect(seen).toEqual(['none 3 1', 'a 3 2', 'b 7 1']);
  });

  test('a change draws only the components whose value changed', async () => {
    const seen = await page.evaluate(async () => {
      const { h, useEffect, LamppostProvider, useFlag, useFlags, useExperiment, useReady, Stage } = kit;
      const stage = new Stage();
      const counts: Record<string, number> = {};
      const count = (name: string): void => {
        counts[name] = (counts[name] ?? 0) + 1;
      };
      const theme = { colours: ['red'], size: 2 };
      const experiments = { offer: { variant_key: 'green', payload: { discount: 5 } } };
      stage.serve({ flags: { one: 1, two: 2, theme }, experiments });
      const { client } = stage.launch();
      await stage.pass(1_000);
      const One = () => {
        count('one');
        return useFlag('one', 0);
      };
      const Two = () => {
        count('two');
        return useFlag('two', 0);
      };
      const Theme = () => {
        const value = useFlag('theme', {});
        const offer = useExperiment('offer');
        count('theme');
        useEffect(() => count('effect of theme'), [value]);
        useEffect(() => count('effect of offer'), [offer]);
        return null;
      };
      const All = () => {
        useFlags();
        useReady();
        count('all');
        return null;
      };
      const Fallback = () => {
        const value = useFlag('nothing', { size: 1 });
        useEffect(() => count('effect of fallback'), [value]);
        return null;
      };
      const tree = () => h(LamppostProvider, { client }, h(One), h(Two), h(Theme), h(All), h(Fallback));
      await stage.draw(tree());
      const before = { ...counts };
      stage.serve({ flags: { theme: { size: 2, colours: ['red'] }, two: 2, one: 10 }, experiments });
      await stage.pass(600_000);
      const after = { ...counts };
      await stage.draw(tree());
      return {
        before,
        after,
        text: stage.text,
        redrawn: counts['effect of theme'],
        fallback: counts['effect of fallback'],
      };
    });
    const once = {
      one: 1,
      two: 1,
      theme: 1,
      'effect of theme': 1,
      'effect of offer': 1,
      all: 1,
      'effect of fallback': 1,
    };
    expect(seen.before).toEqual(once);
    expect(seen.after).toEqual({ ...once, one: 2, all: 2 });
    expect(seen).toMatchObject({ text: '102', redrawn: 1, fallback: 1 });
  });

  test('exposures are sent once, in StrictMode and by several components too, and again when they change', async () => {
    const seen = await page.evaluate(async () => {
      const { h, StrictMode, LamppostProvider, useFlag, useFlags, useExperiment, Stage } = kit;
      const stage = new Stage();
      const experiments = { offer: { variant_key: 'green', experiment_id: 'e-1' } };
      stage.serve({ flags: { banner: 'a', unread: 1 }, experiments });
      const { client } = stage.launch();
      await stage.pass(1_000);
      const Banner = () => useFlag('banner', '');
      const Offer = () => `${useExperiment('offer')?.variant} ${Object.keys(useFlags()).length} ${useFlag('none', 1)}`;
      await stage.draw(h(StrictMode, null, h(LamppostProvider, { client }, h(Banner), h(Banner), h(Offer), h(Offer))));
      await stage.pass(10_000);
      const first = stage.sentExposures('$flag_exposure');
      stage.serve({ flags: { banner: 'b', unread: 2 }, experiments });
      await stage.pass(600_000);
      await stage.pass(10_000);
      return {
        first,
        flags: stage.sentExposures('$flag_exposure'),
        experiments: stage.sentExposures('$experiment_exposure'),
      };
    });
    expect(seen).toEqual({ first: ['a'], flags: ['a', 'b'], experiments: ['green'] });
  });

  test('what was drawn and never shown sends nothing', async () => {
    const seen = await page.evaluate(async () => {
      const { h, act, Suspense, LamppostProvider, useFlag, useExperiment, Stage } = kit;
      const stage = new Stage();
      stage.serve({ flags: { banner: 'a' }, experiments: { offer: { variant_key: 'green' } } });
      const { client } = stage.launch();
      await stage.pass(1_000);
      let open = (): void => {};
      let gate: Promise<void> | undefined = new Promise((resolve) => {
        open = resolve;
      });
      const Late = () => {
        const text = `${useFlag('banner', '')} ${useExperiment('offer')?.variant}`;
        if (gate) throw gate;
        return text;
      };
      await stage.draw(h(LamppostProvider, { client }, h(Suspense, { fallback: 'loading' }, h(Late))));
      await stage.pass(10_000);
      const before = [
        stage.text,
        ...stage.sentExposures('$flag_exposure'),
        ...stage.sentExposures('$experiment_exposure'),
      ];
      await act(async () => {
        gate = undefined;
        open();
      });
      await stage.pass(10_000);
      return {
        before,
        after: [stage.text, ...stage.sentExposures('$flag_exposure'), ...stage.sentExposures('$experiment_exposure')],
      };
    });
    expect(seen).toEqual({ before: ['loading'], after: ['a green', 'a', 'green'] });
  });

  test('a value that changed before it was shown is not sent, and the new one when it is shown', async () => {
    const seen = await page.evaluate(async () => {
      const { h, act, Suspense, useLayoutEffect, LamppostProvider, useFlag, Stage } = kit;
      const stage = new Stage();
      stage.serve({ flags: { banner: 'old' } });
      const { client, core } = stage.launch();
      await stage.pass(1_000);
      let open = (): void => {};
      let gate: Promise<void> | undefined = new Promise((resolve) => {
        open = resolve;
      });
      const drawn: string[] = [];
      const Banner = () => {
        const text = useFlag('banner', '');
        drawn.push(text);
        if (text === 'new' && gate) throw gate;
        useLayoutEffect(() => core.applyConfig({ flags: { banner: 'new' } }), []);
        return text;
      };
      await stage.draw(h(LamppostProvider, { client }, h(Suspense, { fallback: 'loading' }, h(Banner))));
      await stage.pass(10_000);
      const before = stage.sentExposures('$flag_exposure');
      await act(async () => {
        gate = undefined;
        open();
      });
      await stage.pass(10_000);
      return { drawn: [...new Set(drawn)], before, after: stage.sentExposures('$flag_exposure') };
    });
    expect(seen).toEqual({ drawn: ['old', 'new'], before: [], after: ['new'] });
  });

  test('what stays on the screen into another session is sent again when it is drawn', async () => {
    const seen = await page.evaluate(async () => {
      const { h, LamppostProvider, useFlag, Stage } = kit;
      const stage = new Stage();
      stage.serve({ flags: { banner: 'a' } });
      const { client } = stage.launch();
      await stage.pass(1_000);
      const Banner = () => useFlag('banner', '');
      const tree = () => h(LamppostProvider, { client }, h(Banner));
      await stage.draw(tree());
      await stage.pass(60 * 60_000);
      client.track('back');
      await stage.draw(tree());
      await stage.pass(10_000);
      return stage.world.server.named('$flag_exposure').map(({ context }) => context.session?.id);
    });
    expect(new Set(seen).size).toBe(2);
    expect(seen).toHaveLength(2);
  });

  test('a change in the middle of a long drawing shows no two values side by side', async () => {
    const seen = await page.evaluate(async () => {
      const { h, createRoot, startTransition, useLayoutEffect, useState, LamppostProvider, useFlag, Stage } = kit;
      const stage = new Stage();
      const { client } = stage.launch();
      client.override('banner', 'old');
      const commits: string[][] = [];
      let begin = (): void => {};
      let drawn = 0;
      const Slow = () => {
        const text = useFlag('banner', '');
        drawn += 1;
        for (const end = performance.now() + 3; performance.now() < end; );
        return h('i', null, text);
      };
      const App = () => {
        const [isOn, set] = useState(false);
        begin = () => startTransition(() => set(true));
        useLayoutEffect(() => {
          commits.push([
            ...new Set([...stage.place.querySelectorAll('i')].map(({ textContent }) => textContent ?? '')),
          ]);
        });
        return isOn && Array.from({ length: 40 }, (_, at) => h(Slow, { key: at }));
      };
      const until = async (isSo: () => boolean): Promise<void> => {
        while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
      };
      Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
      const root = createRoot(stage.place);
      root.render(h(LamppostProvider, { client }, h(App)));
      await until(() => commits.length > 0);
      begin();
      await until(() => drawn > 5);
      const drawnBefore = drawn;
      client.override('banner', 'new');
      await until(() => stage.place.textContent === 'new'.repeat(40));
      root.unmount();
      Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
      return { drawnBefore, commits };
    });
    // Otherwise nothing was changed in the middle.
    expect(seen.drawnBefore).toBeLessThan(40);
    expect(seen.commits).toEqual([[], ['new']]);
  });

  test('a page waits with useReady until flags came', async () => {
    const seen = await page.evaluate(async () => {
      const { h, LamppostProvider, useFlag, useReady, Stage } = kit;
      const stage = new Stage();
      stage.serve({ flags: { banner: 'a' } });
      const Gate = () => (useReady() ? 'ready' : 'waiting');
      const Banner = () => ` ${useFlag('banner', 'none')}`;
      await stage.draw(h(LamppostProvider, { client: stage.launch().client }, h(Gate), h(Banner)));
      const before = stage.text;
      await stage.pass(1_000);
      return [before, stage.text];
    });
    expect(seen).toEqual(['waiting none', 'ready a']);
  });

  test('a client that reads its storage first hands over stored flags when it has', async () => {
    const seen = await page.evaluate(async () => {
      const { h, LamppostProvider, useFlag, useReady, Stage } = kit;
      const stage = new Stage();
      stage.serve({ flags: { banner: 'stored' } });
      const { platform } = stage.launch();
      await stage.pass(1_000);
      platform.kill();
      stage.world.server.fault = () => 'network';
      const Banner = () => `${useFlag('banner', 'none')} ${useReady()}`;
      await stage.draw(h(LamppostProvider, { client: stage.defer(200) }, h(Banner)));
      const before = stage.text;
      await stage.pass(250);
      return [before, stage.text];
    });
    expect(seen).toEqual(['none false', 'stored true']);
  });

  test('leaving takes the listeners off and leaves the client to the app', async () => {
    const seen = await page.evaluate(async () => {
      const { h, LamppostProvider, useFlag, useLamppost, useTrack, Stage } = kit;
      const stage = new Stage();
      const { client } = stage.launch();
      const found = new Set<unknown>();
      let draws = 0;
      const Banner = () => {
        draws += 1;
        found.add(useLamppost()).add(useTrack());
        return useFlag('banner', '');
      };
      const tree = () => h(LamppostProvider, { client }, h(Banner));
      await stage.draw(tree());
      await stage.draw(tree());
      const [same, track] = found;
      await stage.leave();
      client.override('banner', 'late');
      (track as typeof client.track)('after', { step: 1 });
      await stage.pass(10_000);
      const [event] = stage.world.server.named('after');
      return { draws, found: found.size, isSame: same === client, ...client.status(), properties: event?.properties };
    });
    expect(seen).toMatchObject({ draws: 2, found: 2, isSame: true, sending: 'on', properties: { step: 1 } });
  });

  test('an error while drawing is reported once, with the components around it, and can be tried again', async () => {
    const seen = await page.evaluate(async () => {
      const { h, act, StrictMode, LamppostErrorBoundary, LamppostProvider, Stage } = kit;
      const stage = new Stage();
      const { client } = stage.launch();
      let isBroken = true;
      const heard: unknown[] = [];
      const Broken = () => {
        if (isBroken) throw new TypeError('no such item');
        return 'whole';
      };
      const Basket = () => h(Broken);
      const fallback = ({ error, retry }: { error: unknown; retry: () => void }) =>
        h('button', { type: 'button', onClick: retry }, `${error}`);
      const onError = (error: unknown): unknown => heard.push(`${error}`);
      const guarded = h(LamppostErrorBoundary, { fallback, screenName: 'basket', onError }, h(Basket));
      await stage.draw(h(StrictMode, null, h(LamppostProvider, { client }, guarded)));
      const broken = stage.text;
      await stage.pass(10_000);
      isBroken = false;
      await act(async () => stage.place.querySelector('button')?.click());
      return { broken, heard, text: stage.text, reports: [...stage.world.server.crashes.values()] };
    });
    expect(seen).toMatchObject({ broken: 'TypeError: no such item', heard: [seen.broken], text: 'whole' });
    expect(seen.reports).toHaveLength(1);
    const [report] = seen.reports;
    expect(report).toMatchObject({
      exception_type: 'TypeError',
      exception_message: 'no such item',
      screen_name: 'basket',
      custom_data: { mechanism: 'react', is_unhandled: false },
    });
    const { component_stack } = (report?.custom_data ?? {}) as { component_stack: string[] };
    expect(component_stack.slice(0, 2)).toEqual([
      expect.stringMatching(/^at Broken/),
      expect.stringMatching(/^at Basket/),
    ]);
  });

  test('a rendered page is hydrated as it was rendered, sent once, and drawn no second time', async () => {
    const seen = await page.evaluate(async () => {
      const { h, StrictMode, LamppostProvider, renderToString, Stage, useEffect, useExperiment, useFlag, useReady } =
        kit;
      const stage = new Stage();
      const bootstrap = {
        flags: { banner: 'a', theme: { size: 2 } },
        experiments: { offer: { variant_key: 'green', payload: { discount: 5 } } },
      };
      stage.serve(bootstrap);
      const changes: unknown[] = [];
      const Page = () => {
        const theme = useFlag('theme', { size: 1 });
        const offer = useExperiment('offer');
        useEffect(() => {
          changes.push(theme, offer);
        }, [theme, offer]);
        return h('p', null, `${useFlag('banner', '')} ${theme.size} ${offer?.variant} ${useReady()}`);
      };
      const html = renderToString(h(LamppostProvider, { bootstrap }, h(Page)));
      const { client } = stage.launch({ bootstrap: JSON.parse(JSON.stringify(bootstrap)) });
      const tree = h(LamppostProvider, { client, bootstrap }, h(Page));
      await stage.hydrate(html, tree);
      await stage.pass(600_000);
      const once = {
        sent: [...stage.sentExposures('$flag_exposure'), ...stage.sentExposures('$experiment_exposure')],
        changes: changes.length,
      };
      const strict = new Stage();
      strict.serve(bootstrap);
      const other = strict.launch({ bootstrap }).client;
      await strict.hydrate(html, h(StrictMode, null, h(LamppostProvider, { client: other, bootstrap }, h(Page))));
      await strict.pass(600_000);
      return {
        html,
        text: stage.place.innerHTML,
        mismatches: [...stage.mismatches, ...strict.mismatches],
        ...once,
        strict: strict.sentExposures('$flag_exposure').length,
      };
    });
    expect(seen).toEqual({
      html: '<p>a 2 green true</p>',
      text: '<p>a 2 green true</p>',
      mismatches: [],
      sent: ['{"size":2}', 'a', 'green'],
      changes: 2,
      strict: 2,
    });
  });

  test('a part that is hydrated after flags changed still matches what was rendered, and then changes', async () => {
    const seen = await page.evaluate(async () => {
      const { h, act, LamppostProvider, renderToString, Suspense, useFlag, Stage } = kit;
      const stage = new Stage();
      const bootstrap = { flags: { banner: 'rendered' } };
      stage.serve({ flags: { banner: 'new' } });
      let open = (): void => {};
      let gate: Promise<void> | undefined;
      const Banner = () => h('b', null, useFlag('banner', ''));
      const Late = () => {
        const text = useFlag('banner', '');
        if (gate) throw gate;
        return h('i', null, text);
      };
      const tree = (client?: ReturnType<typeof stage.launch>['client']) =>
        h(LamppostProvider, { client, bootstrap }, h(Banner), h(Suspense, { fallback: 'loading' }, h(Late)));
      const html = renderToString(tree());
      gate = new Promise((resolve) => {
        open = resolve;
      });
      const { client } = stage.launch({ bootstrap });
      await stage.hydrate(html, tree(client));
      await stage.pass(10_000);
      await stage.pass(10_000);
      const before = stage.text;
      const [late] = stage.place.querySelectorAll('i');
      const sent = stage.sentExposures('$flag_exposure');
      await act(async () => {
        gate = undefined;
        open();
      });
      await stage.pass(10_000);
      const isKept = late === stage.place.querySelector('i');
      return {
        html,
        before,
        text: stage.text,
        isKept,
        sent,
        after: stage.sentExposures('$flag_exposure'),
        mismatches: stage.mismatches,
      };
    });
    expect(seen.html).toContain('<b>rendered</b>');
    expect(seen).toMatchObject({ before: 'newrendered', text: 'newnew', isKept: true, mismatches: [] });
    expect(seen.sent).toEqual(['rendered', 'new']);
    expect(seen.after).toEqual(['rendered', 'new']);
  });

  test('a client that throws at every call, and fallbacks without an end, cost neither a drawing nor an effect', async () => {
    const seen = await page.evaluate(async () => {
      const { h, LamppostProvider, LamppostErrorBoundary, useExperiment, useFlag, useFlags, useReady, Stage } = kit;
      const stage = new Stage();
      const fail = (): never => {
        throw new Error('injected');
      };
      const client = new Proxy({} as never, { get: (_, name) => (name === 'ready' ? Promise.resolve() : fail) });
      const endless = (): { self?: object } => {
        const value: { self?: object } = {};
        value.self = value;
        return value;
      };
      const Words = ({ turn }: { turn: number }) => {
        const banner = useFlag('banner', 'none');
        const theme = typeof useFlag('theme', endless());
        const hostile = typeof useFlag('hostile', {
          get inside() {
            return fail();
          },
        });
        return `${turn} ${banner} ${theme} ${hostile} ${useExperiment('offer')} ${Object.keys(useFlags()).length} ${useReady()}`;
      };
      const Broken = () => fail();
      const texts: string[] = [];
      for (const turn of [1, 2, 3]) {
        const broken = h(LamppostErrorBoundary, { fallback: ' caught' }, h(Broken));
        await stage.draw(h(LamppostProvider, { client }, h(Words, { turn }), broken));
        texts.push(stage.text);
      }
      await stage.leave();
      return texts;
    });
    expect(seen).toEqual([1, 2, 3].map((turn) => `${turn} none object object null 0 true caught`));
  });

  test('React finds nothing wrong with any of it', () => expect(problems).toEqual([]));
});

describe('a page that a server rendered, in StrictMode, with a real server behind it', () => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await TestServer.shared();
    project = await TestProject.create(server);
  });

  test('is hydrated as it is, also on a device that nobody knows, follows a flag, sends each value once, and reports what breaks', {
    timeout: 60_000,
  }, async () => {
    const admin = new Admin(project);
    await admin.flag('banner', { value_type: 'string', default_value: 'hello' });
    await admin.flag('layout', { value_type: 'json', default_value: { columns: 3 } });
    await admin.running('offer');
    const backend = createLamppost({ key: project.secret, url: server.url, log: () => {} });
    await backend.ready;
    const bootstrap = backend.config({ userId: 'ada' });
    await backend.close();
    const variant = bootstrap.experiments.offer?.variant_key;

    const html = renderToString(shopApp(undefined, bootstrap));
    const settings = { key: project.publishable, url: server.url, userId: 'ada', bootstrap };
    const { page, problems } = await browser.open('react-app', { html, settings });
    await page.waitForFunction(() => app.lamppost.status().configSource === 'server');
    expect(await page.evaluate(() => app.shown)).toEqual([`hello3 columns, ${variant}break`]);

    await admin.change('banner', { default_value: 'changed' });
    await page.getByRole('heading', { name: 'changed' }).waitFor();
    await page.getByRole('button').click();
    await page.getByText('sorry').waitFor();
    await page.evaluate(() => app.lamppost.flush());

    const exposures = await project.events(3, '?event=$flag_exposure');
    expect(exposures.map(({ properties }) => properties.value).sort()).toEqual(
      ['changed', 'hello', '{"columns":3}'].sort(),
    );
    const { properties, user_id } = await project.event('?event=$experiment_exposure');
    expect({ ...properties, user_id }).toMatchObject({ experiment_key: 'offer', variant_key: variant, user_id: 'ada' });
    let groups: { id: string; reports: number }[] = [];
    await waitUntil(async () => {
      const response = await project.get('/v1/crashes/groups');
      groups = response.status === 200 ? response.data<typeof groups>() : [];
      return groups.some(({ reports }) => reports > 0);
    });
    const reports = await project.get(`/v1/crashes/groups/${groups[0]?.id}/reports`);
    expect(reports.data()).toMatchObject([
      { context: { screen_name: 'shop', user_id: 'ada' }, active_flags: { banner: 'changed' } },
    ]);
    const [{ custom_data } = { custom_data: {} }] = reports.data<{ custom_data: Record<string, unknown> }[]>();
    expect(custom_data).toMatchObject({ mechanism: 'react', is_unhandled: false });
    expect(custom_data.component_stack).toContainEqual(expect.stringMatching(/^at Basket/));
    expect(await page.evaluate(() => app.mismatches)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
