import { beforeAll, describe, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { purchase, RESULTS, Trial, variantOf } from './trial.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
});

describe('an experiment with a winner', () => {
  let trial: Trial;
  beforeAll(async () => {
    const metrics = [
      purchase,
      { event_name: 'bought', metric_type: 'sum', aggregation_field: 'price' },
      { event_name: 'bought', metric_type: 'p50', aggregation_field: 'price' },
      { event_name: '$crash_free_sessions', metric_type: 'ratio', is_guardrail: true },
    ];
    trial = await Trial.start(server, { metrics });
    trial.people('control', 200, 40).people('treatment', 210, 120);
    trial.expose('both', 'control').expose('both', 'treatment').expose('odd', 'purple');
    await trial.send();
  });

  test('says so in a sentence, with its reasons and every number', async () => {
    const results = await trial.results();
    expect(results).toMatchObject({
      experiment_key: 'checkout',
      status: 'running',
      started_at: new Date(trial.startedAtMs).toISOString(),
      engine: 'sequential',
      confidence_level: 0.95,
      decision: 'ship',
      verdict: expect.stringMatching(/^treatment raises Purchase by \d.* % to \d.* %\. Safe to ship\.$/),
      leading_variant: 'treatment',
      exposures: [
        { variant_key: 'control', is_control: true, units: 200, expected_units: 205 },
        { variant_key: 'treatment', is_control: false, units: 210, expected_units: 205 },
      ],
      srm: { ok: true, method: 'sequential' },
      excluded_units: 1,
      unknown_units: 1,
      days_to_go: null,
    });
    expect(results.reasons).toContain('Guardrails OK: Crash-free sessions.');
    expect(variantOf(results, 0, 'control')).toMatchObject({
      units: 200,
      value: 0.2,
      decision: 'control',
      lift_rel: null,
    });
    expect(variantOf(results, 0, 'treatment')).toMatchObject({
      units: 210,
      value: 120 / 210,
      lift_abs: expect.closeTo(120 / 210 - 0.2, 12),
      lift_rel: expect.closeTo((120 / 210 - 0.2) / 0.2, 12),
      decision: 'better',
    });
    expect(variantOf(results, 1, 'control')?.value).toBeCloseTo((40 * 41) / 2 / 200, 12);
    expect(variantOf(results, 2, 'treatment')).toMatchObject({ units: 120, value: 60 });
    expect(variantOf(results, 3, 'treatment')).toMatchObject({ value: 1, decision: 'ok' });
    expect(results.metrics.map(({ unit_of_value, missing }) => [unit_of_value, missing])).toEqual([
      ['share', null],
      ['number', null],
      ['number', null],
      ['share', null],
    ]);
    expect(results.metrics[0]?.variants[1]).not.toHaveProperty('series');
  });

  test('gives for each metric the statement that makes its numbers', async () => {
    const results = await trial.results();
    for (const metric of results.metrics) {
      const { rows, columns } = await trial.admin.done<{ rows: unknown[][]; columns: { name: string }[] }>(
        'POST',
        '/v1/insights/query',
        { query: { kind: 'sql', sql: metric.sql } },
      );
      const at = (name: string): number => columns.findIndex((column) => column.name === name);
      const value = at('value') >= 0 ? at('value') : at('ratio') >= 0 ? at('ratio') : at('mean');
      expect(rows.map((row) => [row[at('variant')], row[at('units')], row[value]])).toEqual(
        metric.variants.map(({ variant_key, units, value: shown }) => [
          variant_key,
          units,
          expect.closeTo(shown ?? 0, 9),
        ]),
      );
    }
  });

  test('has a series that ends with the whole, in days of the project', async () => {
    const results = await trial.results('?series=true');
    for (const metric of results.metrics) {
      for (const { series = [], units, value, lift_rel } of metric.variants) {
        const last = series.at(-1);
        expect([last?.at, last?.units]).toEqual([results.as_of, units]);
        expect(last?.value).toBeCloseTo(value ?? 0, 9);
        expect(last?.lift_rel ?? 0).toBeCloseTo(lift_rel ?? 0, 9);
      }
    }
  });

  test('is a file with every number', async () => {
    const response = await trial.admin.call('GET', `${RESULTS}?format=csv`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="checkout-results.csv"');
    const [head, ...lines] = response.text.trimEnd().split('\r\n');
    expect(head).toBe('segment,metric,event_name,metric_type,variant_key,time,measure,value');
    const results = await trial.results();
    const lift = variantOf(results, 0, 'treatment')?.lift_rel;
    expect(lines).toContain(`,1,bought,conversion,treatment,,lift_rel,${lift}`);
    expect(lines).toContain(',,,,control,,exposed_units,200');
  });

  test('is computed once for all who ask, and again when something new is stored', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => trial.results('?series=true')));
    const later = await trial.results('?series=true');
    expect(new Set([...answers, later].map(({ as_of }) => as_of)).size).toBe(1);
    await trial.people('late', 0, 0).expose('one more', 'control').send();
    const fresh = await trial.results('?series=true');
    expect(fresh.as_of > later.as_of).toBe(true);
    expect(fresh.exposures[0]?.units).toBe(201);
  });

  test('can be broken down by what exposures say', async () => {
    await trial
      .expose('i1', 'control', { device: { id: 'i1', platform: 'ios' }, account: { plan: 'plus' } })
      .expose('i2', 'treatment', { device: { id: 'i2', platform: 'ios' }, account: { plan: 'free' } })
      .send();
    const results = await trial.results('?breakdown=platform');
    expect(results.breakdown).toBe('platform');
    expect(results.segments?.map(({ value }) => value)).toEqual(['(none)', 'ios']);
    expect(results.segments?.[1]?.exposures.map(({ units }) => units)).toEqual([1, 1]);
    expect(results.segments?.[1]?.metrics[0]?.variants.map(({ decision }) => decision)).toEqual([
      'control',
      'not_enough_data',
    ]);
    const plans = await trial.results('?breakdown=event_context.account.plan');
    expect(plans.segments?.map(({ value }) => value).toSorted()).toEqual(['(none)', 'free', 'plus']);
    for (const breakdown of ['colour', 'event_context', 'person_id', '']) {
      const response = await trial.admin.call('GET', `${RESULTS}?breakdown=${breakdown}`);
      expect([response.status, Object.keys(response.error.details?.fieldErrors ?? {})]).toEqual([400, ['breakdown']]);
    }
  });

  test('can be asked for as of any past moment', async () => {
    const at = (ms: number) => trial.results(`?as_of=${new Date(trial.startedAtMs + ms).toISOString()}`);
    const early = await at(2);
    expect(early.exposures.reduce((sum, { units }) => sum + units, 0)).toBeGreaterThan(400);
    expect(early.metrics[0]?.missing).toBe('No event "bought" was received since the start.');
    expect(await at(-1)).toMatchObject({
      decision: 'not_enough_data',
      verdict: "The experiment hadn't started at that time.",
      leading_variant: null,
      changes: [],
    });
    const future = await at(86_400_000);
    expect(Date.parse(future.as_of)).toBeLessThanOrEqual(Date.now());
    const wrong = await trial.admin.call('GET', `${RESULTS}?as_of=yesterday`);
    expect([wrong.status, Object.keys(wrong.error.details?.fieldErrors ?? {})]).toEqual([400, ['as_of']]);
  });
});

test('how it is judged can be changed in the middle, and the change is shown', async () => {
  const trial = await Trial.start(server);
  await trial.people('control', 150, 15).people('treatment', 150, 60).send();
  expect((await trial.results()).decision).toBe('ship');
  const put = (analysis: object) => trial.admin.call('PUT', '/v1/experiments/checkout/analysis', analysis);
  expect((await put({ engine: 'fixed', planned_days: 7 })).status).toBe(200);
  const results = await trial.results();
  expect(results).toMatchObject({
    engine: 'fixed',
    analysis: { engine: 'fixed', planned_days: 7, correction: 'holm' },
    decision: 'keep_running',
    verdict: 'Analyzed once, after 7 days. About 7 days left.',
    days_to_go: 7,
    srm: { method: 'chi_squared' },
  });
  expect(results.changes.at(-1)).toMatchObject({
    action: 'analysis_changed',
    actor: { kind: 'api_key' },
    summary: 'Changed the analysis: engine from sequential to fixed, planned_days from none to 7',
  });
  for (const [field, value] of Object.entries({
    engine: 'magic',
    confidence_level: 95,
    correction: 'bonferroni',
    min_units: 1,
    covariate_days: 91,
    cap_quantile: 1,
    planned_days: 0,
  })) {
    const response = await put({ [field]: value });
    expect([field, response.status, Object.keys(response.error.details?.fieldErrors ?? {})]).toEqual([
      field,
      400,
      [field],
    ]);
  }
  expect((await put({ engine: 'bayesian', planned_days: null })).status).toBe(200);
  const chances = await trial.results();
  expect(chances.decision).toBe('ship');
  expect(variantOf(chances, 0, 'treatment')).toMatchObject({ p_value: null, adjusted_p_value: null });
});

test('what a unit did before its exposure narrows the interval', async () => {
  const metrics = [{ event_name: 'read', metric_type: 'count', is_primary: true }];
  const [plain, adjusted] = await Promise.all([
    Trial.start(server, { metrics, analysis: { covariate_days: 0 } }),
    Trial.start(server, { metrics }),
  ]);
  const widths: number[] = [];
  for (const trial of [plain, adjusted]) {
    for (const variant of ['control', 'treatment']) {
      for (let at = 0; at < 150; at++) {
        const person = `${variant}-${at}`;
        trial.expose(person, variant);
        for (let times = 0; times < at % 6; times++) {
          trial.event('read', person, -3_600_000 * (1 + times)).event('read', person, 2 + times);
        }
        if (at % 7 === 0) trial.event('read', person, 40);
      }
    }
    await trial.send();
    const results = await trial.results();
    const [low = 0, high = 0] = variantOf(results, 0, 'treatment')?.interval_abs ?? [];
    widths.push(high - low);
    expect(results.metrics[0]?.variance_reduction ?? 0).toBeCloseTo(trial === plain ? 0 : 0.95, 1);
  }
  expect((widths[1] ?? 1) / (widths[0] ?? 1)).toBeLessThan(0.35);
});

test('a variant that crashes breaks a guardrail that needs no events', async () => {
  const metrics = [
    purchase,
    { event_name: '$crash_free_sessions', metric_type: 'ratio', is_guardrail: true },
    { event_name: '$startup', metric_type: 'p95', is_guardrail: true, margin: 0.05 },
    { event_name: '$anr_rate', metric_type: 'ratio', is_guardrail: true },
  ];
  const trial = await Trial.start(server, { metrics });
  await trial.people('control', 150, 30).people('treatment', 150, 30).send();
  const timestamp = new Date(trial.startedAtMs + 3).toISOString();
  const batch = ['control', 'treatment'].flatMap((variant) =>
    Array.from({ length: 150 }, (_, at) => ({
      metric_type: 'startup',
      metric_name: 'cold_start',
      value_ms: 400 + at + (variant === 'treatment' ? 300 : 0),
      timestamp,
      context: { session_id: `s-${variant}-${at}`, device_id: `d-${variant}-${at}` },
    })),
  );
  expect((await trial.project.post('/v1/performance/ingest', { batch })).status).toBe(202);
  for (let at = 0; at < 40; at++) {
    const report = {
      platform: 'ios',
      app_version: '1.0',
      exception_type: 'Boom',
      stack_trace: { frames: [], exception: { type: 'Boom' } },
      is_foreground: true,
      timestamp,
      session_id: `s-treatment-${at}`,
      device_id: `d-treatment-${at}`,
    };
    expect((await trial.project.post('/v1/crashes/report', report)).status).toBe(202);
  }
  await waitUntil(async () => {
    const results = await trial.results();
    const startup = results.metrics[2]?.variants.reduce((sum, { units }) => sum + units, 0);
    return variantOf(results, 1, 'treatment')?.value === 110 / 150 && startup === 300;
  });
  const results = await trial.results();
  expect(results).toMatchObject({
    decision: 'stop',
    verdict: expect.stringMatching(/^treatment lowers Crash-free sessions by .* Stop treatment\.$/),
  });
  expect(variantOf(results, 1, 'treatment')).toMatchObject({ decision: 'breached', p_value: expect.any(Number) });
  expect(variantOf(results, 1, 'control')?.value).toBe(1);
  expect(variantOf(results, 2, 'treatment')).toMatchObject({ units: 150, decision: 'breached' });
  expect(variantOf(results, 3, 'treatment')).toMatchObject({ value: 0, decision: 'ok' });
});

test('assignments that events carry count where there is no exposure, but for those of our own SDKs', async () => {
  const trial = await Trial.start(server);
  const carried = (variant: string) => ({ experiments: { checkout: variant } });
  for (let at = 0; at < 10; at++) {
    trial.event('bought', `c-${at}`, 2, {}, carried('control')).event('opened', `t-${at}`, 2, {}, carried('treatment'));
    trial.event('opened', `forced-${at}`, 2, {}, { ...carried('treatment'), sdk: { name: '@lamppost/browser' } });
  }
  const changed = { checkout: { variant_key: 'control', subject_status: 'identity_changed' } };
  await trial.event('opened', 'changed', 2, {}, { experiment_assignments: changed }).send();
  const results = await trial.results();
  expect(results.exposures.map(({ units }) => units)).toEqual([10, 10]);
  expect(variantOf(results, 0, 'control')?.value).toBe(1);
});
