import { describe, expect, test } from 'vitest';
import { healthFacts, type Ready, versionOf } from './health-words.ts';
import { draftsOf, isSamePlans, lostPlans, planProblems } from './plan-draft.ts';
import { readMetrics, sumOf } from './read-metrics.ts';

const exposition = `# HELP lamppost_log_free_bytes Bytes free
# TYPE lamppost_log_free_bytes gauge
lamppost_log_free_bytes 1.073741824e+10
lamppost_ingest_items_total{kind="events",outcome="accepted",reason=""} 90
lamppost_ingest_items_total{kind="events",outcome="rejected",reason="say \\"no\\""} 10
lamppost_resident_memory_bytes{process="main"} 104857600
lamppost_resident_memory_bytes{process="store"} 209715200
lamppost_build_info{version="0.1.0",node="22.1.0"} 1
broken line without a number
`;

describe('metrics', () => {
  test('are read with their labels, and lines that are none are passed over', () => {
    const samples = readMetrics(exposition);
    expect(samples).toHaveLength(6);
    expect(samples[2]?.labels.reason).toBe('say "no"');
    expect(sumOf(samples, 'lamppost_ingest_items_total', { kind: 'events' })).toBe(100);
    expect(sumOf(samples, 'absent')).toBeUndefined();
  });
});

describe('the health of the installation', () => {
  const works = { available: true, reason: null };
  const loading = {
    behind_seconds: 0,
    arrival_bytes_per_second: 0,
    loading_bytes_per_second: 0,
    caught_up_in_seconds: 0,
  };
  const ready = (part: Partial<Ready['store']> = {}): Ready => ({
    status: 'ready',
    reasons: [],
    events: works,
    config: works,
    queries: works,
    store: { state: 'ready', unloaded_bytes: 0, unloaded_segments: 0, loading, checkpoint: null, ...part },
  });
  const facts = (report: Ready) =>
    Object.fromEntries(healthFacts(report, readMetrics(exposition)).map((fact) => [fact.label, fact]));

  test('is reported in words', () => {
    const reported = facts(ready());
    expect(['Events', 'Config', 'Queries'].map((label) => reported[label]?.value)).toEqual([
      'Accepted',
      'Available',
      'Available',
    ]);
    expect(reported.Disk?.value.replaceAll('\u202f', ' ')).toBe('10 GiB free');
    expect(reported.Received?.words?.replaceAll('\u202f', ' ')).toBe('90 % accepted');
    expect(reported.Memory?.value.replaceAll('\u202f', ' ')).toBe('300 MiB');
    expect(reported.Loading?.value).toBe('Up to date');
    expect(versionOf(readMetrics(exposition))).toBe('Lamppost 0.1.0, Node 22.1.0');
    expect(versionOf([])).toBeUndefined();
  });

  test('says what is wrong', () => {
    const reported = facts({
      ...ready({
        state: 'down',
        unloaded_bytes: 900_000_000,
        unloaded_segments: 90,
        loading: { ...loading, behind_seconds: 95 },
      }),
      status: 'not_ready',
      events: { available: false, reason: 'Events are rejected: the disk is full' },
      queries: { available: false, reason: 'The analytics store is down' },
    });
    expect(reported.Events).toMatchObject({ tone: 'bad', words: 'Events are rejected: the disk is full' });
    expect(reported.Config).toMatchObject({ tone: 'good', value: 'Available' });
    expect(reported.Queries).toMatchObject({ tone: 'warn', value: expect.stringContaining('is down') });
    expect(reported.Loading).toMatchObject({ tone: 'warn', value: expect.stringContaining('behind') });
    const old = facts(ready({ checkpoint: { created_at: 'x', age_seconds: 72 * 3600, bytes: 5 } }));
    expect(old.Checkpoint).toMatchObject({ value: '3 days old', tone: 'warn' });
  });
});

describe('plans', () => {
  const plan = { name: 'free', requests_per_minute: 60, events_per_minute: 1000, events_per_day: 100_000 };
  const [draft] = draftsOf([plan]);
  if (draft === undefined) throw new Error('There is a draft of every plan');

  test('are refused for names that are taken or none, and for numbers out of bounds', () => {
    expect(planProblems(draft, [draft])).toEqual({});
    expect(planProblems({ ...draft, name: 'Not a slug' }, [draft]).name).toContain('letters');
    expect(planProblems({ ...draft, id: 'new' }, [draft]).name).toContain('Another');
    expect(Object.keys(planProblems({ ...draft, requests_per_minute: 5, events_per_day: '' }, [draft]))).toEqual([
      'requests_per_minute',
      'events_per_day',
    ]);
  });

  test('that projects are on are missed when they go, but unmetered is no plan', () => {
    expect(lostPlans([draft], ['free', 'scale', 'scale', 'unmetered'])).toEqual(['scale']);
  });

  test('are the same until something is typed', () => {
    expect(isSamePlans([draft], [plan])).toBe(true);
    expect(isSamePlans([{ ...draft, events_per_day: 5 }], [plan])).toBe(false);
  });
});
