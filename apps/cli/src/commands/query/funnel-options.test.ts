import { expect, test } from 'vitest';
import { readFunnelOptions } from './funnel-options.ts';

test('options of a funnel become members of its query', () => {
  expect(readFunnelOptions({})).toEqual({});
  expect(
    readFunnelOptions({
      order: 'strict',
      exclude: ['error', 'cart:emptied:0-1'],
      same: 'event_properties.order_id',
      attribution: 'last',
    }),
  ).toEqual({
    order: 'strict',
    exclusions: [{ event: 'error' }, { event: 'cart:emptied', fromStep: 0, toStep: 1 }],
    holdConstant: 'event_properties.order_id',
    breakdownAttribution: 'last',
  });
});

test('a trend is by day when nothing else is said', () => {
  expect(readFunnelOptions({ view: 'trend' })).toEqual({ view: 'trend', interval: 'day' });
  expect(readFunnelOptions({ view: 'trend', interval: 'hour' })).toEqual({ view: 'trend', interval: 'hour' });
  expect(readFunnelOptions({ view: 'correlation', correlate: ['events', 'platform'] })).toEqual({
    view: 'correlation',
    correlate: { events: true, fields: ['platform'] },
  });
});

test('what is none of the choices is refused by name', () => {
  expect(() => readFunnelOptions({ order: 'sideways' })).toThrow('--order must be one of ordered, strict, any');
  expect(() => readFunnelOptions({ view: 'pie' })).toThrow('--view');
  expect(() => readFunnelOptions({ view: 'trend', interval: 'minute' })).toThrow('--interval');
});
