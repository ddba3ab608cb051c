import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Lamppost, SharedProperties } from '@lamppost/sdk-core';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

interface Sent {
  readonly event?: string;
  readonly type?: string;
  readonly timestamp: string;
  readonly properties?: Record<string, unknown>;
  readonly context?: Record<string, unknown>;
}
declare const lamppost: Lamppost & SharedProperties & { readonly length: number };

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** As it is pasted from the documents. */
const [, snippet = ''] = /<!-- written by npm run generate -->\n(<script>\n.*\n<\/script>)/.exec(
  readFileSync(here('../README.md'), 'utf8'),
) as RegExpExecArray;

let server: Server;
let browser: Browser;
let page: Page;
let attributes = '';
/** Lets the script arrive. */
let release: () => void;
let events: Sent[] = [];
let paths: string[] = [];
const problems: string[] = [];

beforeAll(async () => {
  // As it is published, with short names for what nobody outside sees.
  const script = readFileSync(here('../dist/lamppost.js'), 'utf8');
  server = createServer(async (request, response) => {
    const { url = '' } = request;
    paths.push(url);
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', '*');
    if (url === '/') {
      const tag = `<script async src="/sdk/lamppost.js" data-key="lp_pub_production_${'x'.repeat(32)}" ${attributes}></script>`;
      response.setHeader('Content-Type', 'text/html').end(`<head>${snippet}${tag}</head><body></body>`);
    } else if (url === '/sdk/lamppost.js') {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      response.setHeader('Content-Type', 'text/javascript').end(script);
    } else {
      let text = '';
      for await (const piece of request.setEncoding('utf8')) text += piece;
      if (url === '/v1/ingest') {
        const { batch, context } = JSON.parse(text);
        events.push(...batch.map((item: Sent) => ({ context, ...item })));
      }
      response.end('{"data":{"flags":{"banner":"served"},"experiments":{},"accepted":1}}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const executablePath = process.env.LP_CHROMIUM;
  browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(async () => {
  await page?.context().close();
  page = await (await browser.newContext()).newPage();
  problems.length = 0;
  page.on('pageerror', (error) => problems.push(`${error.stack}`));
  [attributes, events, paths] = ['', [], []];
});

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const open = async (): Promise<void> => {
  await page.goto(address(), { waitUntil: 'commit' });
  await page.waitForFunction(() => 'lamppost' in window && document.body);
  await expect.poll(() => paths).toContain('/sdk/lamppost.js');
};
const arrive = async (): Promise<void> => {
  release();
  await page.waitForFunction(() => !Array.isArray(lamppost));
};
const named = () => events.filter(({ event }) => event).map(({ event }) => event);

/** Everything that a page may call, as a table. */
const callAll = () => {
  lamppost.onChange(() => {})();
  const answers = {
    flag: lamppost.flag('banner', 'fallback'),
    flags: lamppost.flags(),
    experiment: lamppost.experiment('offer'),
    value: lamppost.inspect('banner').value,
    source: lamppost.inspect('banner').source,
    sending: lamppost.status().sending,
  };
  lamppost.track('one', { at: 1 });
  lamppost.identify('ada', { plan: 'pro' });
  lamppost.override('theme', 'dark');
  lamppost.breadcrumb('ui', 'pressed');
  lamppost.captureError(new Error('odd'));
  lamppost.measure({ type: 'span', name: 'draw', value: 5 });
  lamppost.optIn();
  return answers;
};

test('the stub has every method of the client, and no other', async () => {
  await open();
  const stubbed = await page.evaluate(() => Object.keys(lamppost).filter((name) => !/^\d+$/.test(name)));
  await arrive();
  const real = await page.evaluate(() => Object.keys(lamppost));
  expect(stubbed.sort()).toEqual(real.filter((name) => !['createLamppost', 'extras', 'push'].includes(name)).sort());
});

describe('before the script is there', () => {
  test('no call throws, and flags are their fallbacks', async () => {
    await open();
    expect(await page.evaluate(callAll)).toEqual({
      flag: 'fallback',
      flags: {},
      experiment: null,
      value: undefined,
      source: 'none',
      sending: 'on',
    });
    expect(problems).toEqual([]);
  });

  test('what was called is delivered after it is there, in order and with its own time', async () => {
    await open();
    const called = await page.evaluate(async () => {
      const times: number[] = [];
      for (const name of ['one', 'two', 'three']) {
        times.push(Date.now());
        lamppost.track(name, { at: times.length });
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      return times;
    });
    await arrive();
    await page.evaluate(() => {
      lamppost.track('four');
      return lamppost.flush();
    });
    await expect.poll(named).toEqual(['$session_start', 'one', 'two', 'three', 'four']);
    const timeOf = (name: string): number => Date.parse(events.find(({ event }) => event === name)?.timestamp ?? '');
    expect(
      ['one', 'two', 'three'].map((name, at) => timeOf(name) - (called[at] ?? 0)).every((ms) => ms >= 0 && ms < 50),
    ).toBe(true);
    expect(timeOf('$session_start')).toBeLessThanOrEqual(timeOf('one'));
    expect(timeOf('four')).toBeGreaterThanOrEqual(timeOf('three') + 50);
    expect(events.find(({ event }) => event === 'two')?.properties).toEqual({ at: 2 });
    expect(problems).toEqual([]);
  });

  test('whoever holds the stub, or a method of it, goes on with the client', async () => {
    await open();
    await page.evaluate(() => {
      const { track } = lamppost;
      Object.assign(window, { held: lamppost, track });
    });
    await arrive();
    const seen = await page.evaluate(async () => {
      const { held, track } = window as unknown as { held: Lamppost; track: Lamppost['track'] };
      await held.ready;
      track('by a method');
      held.track('by the stub');
      await held.flush();
      return [held.flag('banner', 'fallback'), lamppost.flag('banner', 'fallback')];
    });
    expect(seen).toEqual(['served', 'served']);
    await expect.poll(named).toEqual(expect.arrayContaining(['by a method', 'by the stub']));
  });

  test('what is pushed runs when it is there, and a listener that was taken off does not', async () => {
    await open();
    await page.evaluate(() => {
      const calls: string[] = [];
      Object.assign(window, { calls });
      (lamppost as unknown as unknown[]).push(() => calls.push('pushed'));
      lamppost.onChange(() => calls.push('listener'));
      lamppost.onChange(() => calls.push('taken off'))();
    });
    await arrive();
    const calls = () => page.evaluate(() => (window as unknown as { calls: string[] }).calls);
    await expect.poll(calls).toEqual(['pushed', 'listener']);
  });

  test('an event that is pushed just before the page is left is not lost with the page', async () => {
    await open();
    await arrive();
    const calls = await page.evaluate(async () => {
      const calls: string[] = [];
      const { push } = lamppost as unknown as { push(...tasks: ((client: Lamppost) => void)[]): void };
      const fail = (): void => {
        throw new Error('of the page itself');
      };
      push(fail, (client) => {
        client.track('pushed');
        calls.push('pushed');
      });
      // Nothing has happened between the call and this line that a page could be left by.
      return calls;
    });
    expect(calls).toEqual(['pushed']);
    await expect.poll(() => problems.splice(0).join()).toContain('of the page itself');
    await page.goto('about:blank');
    await expect.poll(named).toContain('pushed');
  });

  test('at most a thousand calls wait', async () => {
    await open();
    const waiting = await page.evaluate(() => {
      for (let turn = 0; turn < 5_000; turn += 1) lamppost.track(`event ${turn}`);
      return lamppost.length;
    });
    expect(waiting).toBe(1_000);
  });
});

test('when the script is blocked, no call throws and nobody waits for ever', async () => {
  await page.route('**/sdk/lamppost.js', (route) => route.abort('blockedbyclient'));
  await page.goto(address());
  const answers = await page.evaluate(callAll);
  expect(answers).toMatchObject({ flag: 'fallback', experiment: null });
  await page.evaluate(() => Promise.all([lamppost.ready, lamppost.flush(), lamppost.close()]));
  expect(problems).toEqual([]);
});

test.each([
  ['data-stream', true],
  ['data-stream="true"', true],
  ['data-stream="false"', false],
  ['', false],
])('with %s the stream of flags is opened: %s', async (given, isOpened) => {
  attributes = given;
  await open();
  await arrive();
  await page.evaluate(() => lamppost.ready);
  if (isOpened) await expect.poll(() => paths).toContain('/v1/config/stream');
  else expect(paths).not.toContain('/v1/config/stream');
});

test.each([
  ['', true],
  ['data-web-context="false"', false],
])('with %s events have the context of the page: %s', async (given, hasContext) => {
  attributes = given;
  await open();
  // Before the script is there, as everything else.
  await page.evaluate(() => {
    lamppost.setProperties({ plan: 'pro' });
    lamppost.track('early');
  });
  await arrive();
  await page.evaluate(() => lamppost.flush());
  await expect.poll(named).toContain('early');
  const early = events.find(({ event }) => event === 'early');
  expect(early?.properties).toEqual({ plan: 'pro' });
  expect(Object.keys(early?.context ?? {}).includes('page')).toBe(hasContext);
  expect(Object.keys(early?.context ?? {}).includes('attribution')).toBe(hasContext);
});
