import { expect, test } from 'vitest';
import { deviceLine, deviceModelWords, osWords } from './device-words.ts';

const unknown = { device_model: null, platform: null, os_name: null, os_version: null, app_version: null };
const line = (facts: object): string => deviceLine({ ...unknown, ...facts } as Parameters<typeof deviceLine>[0]);

test('a device is called by its model, else by its platform', () => {
  expect(deviceModelWords({ device_model: 'Pixel 8', platform: 'android' })).toBe('Pixel 8');
  expect(deviceModelWords({ device_model: '', platform: 'android' })).toBe('android');
  expect(deviceModelWords({ device_model: null, platform: null })).toBeUndefined();
});

test('facts that are not known leave no gap', () => {
  expect(osWords({ os_name: 'iOS', os_version: null })).toBe('iOS');
  expect(line({ device_model: 'Pixel 8', app_version: '2.0' })).toBe('Pixel 8, app 2.0');
  expect(line({})).toBe('');
});
