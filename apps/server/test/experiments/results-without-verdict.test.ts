import { beforeAll, describe, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';
import { purchase, RESULTS, type Results, Trial, variantOf } from './trial.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
});

describe('data that allows no verdict says what is missing', () => {
  test('a draft', async () => {
    const project = await TestProject.create(server);
    const admin = new Admin(project);
    await admin.experiment('checkout');
    for (const query of ['', '?series=true', '?breakdown=platform']) {
      const results = await admin.done<Results>('GET', `${RESULTS}${query}`);
      expect(results).toMatchObject({ status: 'draft', started_at: null, decision: 'not_enough_data', changes: [] });
      expect(results.verdict).toBe("The experiment hasn't started.");
      expect(results.metrics[0]).toMatchObject({
        missing: 'No units were exposed.',
        variants: [{ units: 0, value: null }, {}],
      });
    }
    expect((await admin.call('GET', '/v1/experiments/nothing/results')).status).toBe(404);
  });

  test('nobody was exposed', async () => {
    const trial = await Trial.start(server);
    await trial.event('bought', 'somebody', 1).send();
    expect(await trial.results()).toMatchObject({
      verdict: 'No one has been exposed to the experiment yet.',
      srm: { p_value: null, ok: null },
      exposures: [{ units: 0 }, { units: 0 }],
    });
  });

  test('one variant is empty', async () => {
    const trial = await Trial.start(server);
    await trial.people('control', 300, 6).send();
    const results = await trial.results('?series=true');
    expect(results.decision).toBe('invalid');
    expect(results.reasons[0]).toContain('control has 100 % instead of 50 % and treatment has 0 % instead of 50 %');
    expect(variantOf(results, 0, 'treatment')).toMatchObject({ units: 0, value: null, decision: 'not_enough_data' });
  });

  test('few units', async () => {
    const trial = await Trial.start(server);
    await trial.people('control', 20, 6).people('treatment', 22, 6).send();
    const results = await trial.results();
    expect(results.verdict).toMatch(/^Not enough data yet/);
    expect(results.reasons).toContain('control has 20 of 100 units needed for a verdict.');
  });

  test('metrics that are constant, negative, no numbers, or never came', async () => {
    const metrics = [
      purchase,
      { event_name: 'same', metric_type: 'sum', aggregation_field: 'n' },
      { event_name: 'money', metric_type: 'sum', aggregation_field: 'n' },
      { event_name: 'money', metric_type: 'average', aggregation_field: 'n' },
      { event_name: 'words', metric_type: 'average', aggregation_field: 'n' },
      { event_name: 'never', metric_type: 'p99', aggregation_field: 'n' },
      { event_name: 'money', metric_type: 'ratio', denominator_event: 'never' },
      { event_name: '$startup', metric_type: 'p95', is_guardrail: true },
      { event_name: '$anr_rate', metric_type: 'ratio', is_guardrail: true },
    ];
    const trial = await Trial.start(server, { metrics });
    for (const variant of ['control', 'treatment']) {
      for (let at = 0; at < 120; at++) {
        const person = `${variant}-${at}`;
        trial.expose(person, variant).event('same', person, 2, { n: 5 });
        trial.event('money', person, 3, { n: at % 3 === 0 ? -at : at / 7 });
        trial.event('money', person, 4, at % 2 === 0 ? { n: '7' } : {});
        if (at < 5) trial.event('words', person, 5, { n: 'many' });
        if (at === 0) trial.event('bought', person, 6);
      }
    }
    await trial.send();
    const results = await trial.results('?series=true&breakdown=platform');
    const [, same, money, , words, never, ratio, startup, anr] = results.metrics;
    expect(same?.variants[1]).toMatchObject({
      value: 5,
      lift_abs: 0,
      lift_rel: 0,
      interval: null,
      decision: 'not_enough_data',
    });
    expect(same?.variants[1]?.reason).toMatch(/^All units have the same value/);
    expect(money).toMatchObject({ ignored_values: 240, missing: null });
    expect(words).toMatchObject({
      ignored_values: 10,
      missing: 'No exposed unit sent "words" with a number in "n".',
      variants: [
        { units: 0, value: null },
        { units: 0, value: null },
      ],
    });
    expect(never?.missing).toBe('No event "never" was received since the start.');
    expect(ratio?.missing).toBe('No exposed unit has anything in the denominator: "never".');
    expect(startup?.missing).toBe('No cold start was received since the start.');
    expect(anr).toMatchObject({ missing: null, variants: [{ value: 0 }, { value: 0, decision: expect.any(String) }] });
    expect(results.decision).toBe('keep_running');
  });

  test('an experiment that was paused, completed and archived keeps its results', async () => {
    const trial = await Trial.start(server);
    await trial.people('control', 150, 15).people('treatment', 150, 16).send();
    await trial.admin.move('checkout', 'pause');
    expect((await trial.results()).reasons).toContain('The experiment is paused: no new units are assigned.');
    const completed = await trial.admin.move('checkout', 'complete', { winner: 'control' });
    await trial
      .expose('late', 'control')
      .event('bought', 'control-100', Date.now() - trial.startedAtMs + 1)
      .send();
    const results = await trial.results();
    expect(results).toMatchObject({
      status: 'completed',
      decision: 'no_difference',
      exposures: [{ units: 151 }, { units: 150 }],
    });
    expect(variantOf(results, 0, 'control')?.value).toBeCloseTo(15 / 151, 12);
    expect(results.changes.map(({ action, summary }) => [action, summary])).toEqual([
      ['started', 'Started'],
      ['paused', 'Paused'],
      ['completed', 'Completed with control as the winner'],
    ]);
    expect(results.changes[2]?.at).toBe(completed.completed_at);
    await trial.admin.move('checkout', 'archive');
    expect(await trial.results()).toMatchObject({ status: 'archived', decision: 'no_difference' });
  });
});
