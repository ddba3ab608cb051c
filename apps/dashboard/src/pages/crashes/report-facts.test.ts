import { expect, test } from 'vitest';
import { reportFacts, reportIds, saidValues } from './report-facts.ts';

const plain = (value: string): string => value.replaceAll('\u202f', ' ');

test('facts have units, and what the report does not say is left out', () => {
  const context = {
    app_version: '4.11.1',
    build_number: '4115',
    os_version: '18.6.2',
    free_memory_mb: 947,
    free_disk_mb: 95_633,
    battery_level: 0.57,
    is_foreground: false,
  };
  expect(reportFacts({ platform: 'ios', context }).map(({ label, text }) => [label, plain(text)])).toEqual([
    ['Version', '4.11.1 (4115)'],
    ['System', 'ios 18.6.2'],
    ['App state', 'background'],
    ['Memory', '947 MB free'],
    ['Disk', '93.4 GB free'],
    ['Battery', '57 % charged'],
  ]);
});

test('members of the wrong type are no facts', () => {
  const context = { app_version: 4, device_model: { deep: 1 }, battery_level: 'full', is_foreground: 'yes' };
  expect(reportFacts({ platform: 'web', context })).toEqual([
    { label: 'Version', text: '4' },
    { label: 'System', text: 'web' },
  ]);
  expect(reportIds({ context: { user_id: '', device_id: 7 } })).toEqual({
    user: undefined,
    device: '7',
    session: undefined,
  });
});

test('flags and variants are shown as they were', () => {
  expect(saidValues({ a: true, b: 'x', c: { d: 1 }, e: null }).map(({ text }) => text)).toEqual([
    'true',
    'x',
    '{"d":1}',
    'null',
  ]);
});
