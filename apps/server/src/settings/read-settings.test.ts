import { describe, expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';

describe('a duration', () => {
  const cases = [
    { text: '90s', ms: 90_000 },
    { text: '30m', ms: 1_800_000 },
    { text: '24h', ms: 86_400_000 },
    { text: '7d', ms: 604_800_000 },
    { text: '0', ms: 0 },
    { text: '', ms: undefined },
  ];
  test.each(cases)('"$text" is $ms ms', ({ text, ms }) => {
    expect(readSettings({ LP_BACKUP_EVERY: text }).backupEvery).toBe(ms);
  });

  test.each(['24', 'daily', '-1h', '1.5h', '1h30m', '24 h'])('"%s" is refused by name, with what would do', (text) => {
    expect(() => readSettings({ LP_BACKUP_EVERY: text })).toThrow(
      `LP_BACKUP_EVERY must be a number with s, m, h or d, such as 24h, not "${text}"`,
    );
  });
});

test('a port that cannot be is refused', () => {
  expect(() => readSettings({ LP_PORT: '65536' })).toThrow('LP_PORT must be at most 65535, not 65536');
  expect(readSettings({ LP_PORT: '65535' }).port).toBe(65_535);
});

test('fewer backups than one cannot be kept', () => {
  expect(() => readSettings({ LP_BACKUP_KEEP: '0' })).toThrow('LP_BACKUP_KEEP must be at least 1, not 0');
  expect(readSettings({}).backupKeep).toBe(7);
});

describe('an address of Redis', () => {
  test.each([
    'redis://localhost',
    'redis://:secret@10.0.0.5:6379/0',
    'rediss://user:p%40ss@cache.example:6380/15',
    'redis://[::1]:6379',
  ])('%s is taken as it is', (url) => {
    expect(readSettings({ LP_REDIS_URL: url }).redisUrl).toBe(url);
  });

  const cases = [
    { url: 'localhost', why: 'must be a URL that starts with redis:// or rediss://' },
    { url: 'localhost:6379', why: 'must start with redis:// or rediss://, not localhost://' },
    { url: 'http://:hunter2@localhost:6379', why: 'must start with redis:// or rediss://, not http://' },
    { url: 'redis:///0', why: 'must name a host' },
    { url: 'redis://:hunter2@localhost:99999', why: 'must be a URL that starts with redis:// or rediss://' },
    { url: 'redis://:hunter2@localhost/cache', why: 'must end with the number of a database' },
    { url: 'redis://:hunter2@localhost/0?db=1', why: 'must have nothing after the number of the database' },
    { url: 'redis://:hunter2%@localhost/0', why: 'has an unescaped % in its user or password' },
  ];
  test.each(cases)('$url is refused in one line that does not repeat a password', ({ url, why }) => {
    const read = () => readSettings({ LP_REDIS_URL: url });
    expect(read).toThrow(`LP_REDIS_URL ${why}`);
    expect(read).not.toThrow('hunter2');
    expect(read).not.toThrow('\n');
  });
});

test('a list of names has only those that there are', () => {
  expect(readSettings({ LP_COMPAT: ' otlp,segment ' }).compat).toEqual(['otlp', 'segment']);
  expect(readSettings({}).compat).toEqual([]);
  expect(() => readSettings({ LP_COMPAT: 'segment,mixpanel' })).toThrow(
    'LP_COMPAT must be a list of segment, posthog, otlp, sentry, not "mixpanel"',
  );
});
