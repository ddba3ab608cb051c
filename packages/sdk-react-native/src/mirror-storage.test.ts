import { seededRandom, settle, VirtualClock } from '@lamppost/sdk-core/testing';
import { describe, expect, test } from 'vitest';
import { type DeviceStorage, type MirroredStorage, mirrorStorage } from './mirror-storage.ts';
import { mmkvStorage } from './mmkv-storage.ts';
import { createMockStorage } from './mock/create-mock-storage.ts';
import { VirtualPhone } from './testing/virtual-phone.ts';

const prefix = 'lamppost.';
const clock = new VirtualClock();
const mirrored = (device: DeviceStorage, lines: string[] = [], time = clock): MirroredStorage =>
  mirrorStorage(device, { prefix, later: (ms, task) => time.later(ms, task), log: (line) => lines.push(line) });

/** MMKV before and since version 4. */
const mmkv = (stored: Map<string, string>, remove: 'remove' | 'delete') => ({
  getString: (key: string) => stored.get(key),
  set: (key: string, value: string) => {
    stored.set(key, value);
  },
  getAllKeys: () => [...stored.keys()],
  [remove]: (key: string) => stored.delete(key),
});

describe('a storage that answers at once', () => {
  test.each(['remove', 'delete'] as const)('is read and written within the call (MMKV with %s)', (remove) => {
    const stored = new Map([
      ['lamppost.a', '1'],
      ['of the app', 'x'],
    ]);
    const storage = mirrored(mmkvStorage(mmkv(stored, remove)));
    expect(storage.loaded).toBeUndefined();
    expect(storage.keys('')).toEqual(['lamppost.a']);
    storage.set('lamppost.b', '2');
    expect(stored.get('lamppost.b')).toBe('2');
    expect(storage.whenWritten()).toBeUndefined();
    storage.remove('lamppost.a');
    expect([...stored.keys()]).toEqual(['of the app', 'lamppost.b']);
  });

  test('that throws is reported once, and what it threw for is there until the end', () => {
    const lines: string[] = [];
    const full = () => {
      throw new Error('full');
    };
    const storage = mirrored({ ...mmkvStorage(mmkv(new Map(), 'remove')), setItem: full }, lines);
    storage.set('lamppost.a', '1');
    storage.set('lamppost.b', '2');
    expect(storage.get('lamppost.a')).toBe('1');
    expect(lines).toEqual(['storage: Error: full']);
  });
});

describe('a storage that answers later', () => {
  test('is read once, and answers from memory', async () => {
    const stored = new Map([
      ['lamppost.a', '1'],
      ['of the app', 'x'],
    ]);
    const storage = mirrored(createMockStorage(stored));
    await storage.loaded;
    expect(storage.get('lamppost.a')).toBe('1');
    expect(storage.get('of the app')).toBeNull();
    storage.set('lamppost.a', '2');
    expect(storage.get('lamppost.a')).toBe('2');
    await storage.whenWritten();
    expect(stored.get('lamppost.a')).toBe('2');
  });

  test('is written to with one call at a time, for everything that changed meanwhile', async () => {
    const phone = new VirtualPhone();
    const calls: string[] = [];
    const device = phone.storage((ms, task) => phone.clock.later(ms, task));
    const counted: DeviceStorage = {
      ...device,
      setItem: (key, value) => {
        calls.push(`set ${key}`);
        return device.setItem(key, value);
      },
      multiSet: (pairs) => {
        calls.push(`set ${pairs.map(([key]) => key).join()}`);
        return device.multiSet(pairs);
      },
    };
    const storage = mirrored(counted, [], phone.clock);
    await phone.clock.advance(50);
    await storage.loaded;
    storage.set('lamppost.state', '1');
    storage.set('lamppost.a', 'x');
    await phone.clock.advance(1);
    expect(calls).toEqual(['set lamppost.state,lamppost.a']);
    for (let turn = 0; turn < 10; turn += 1) storage.set('lamppost.state', `${turn}`);
    storage.set('lamppost.b', 'y');
    storage.remove('lamppost.b');
    expect(calls).toHaveLength(1);
    const written = storage.whenWritten();
    await phone.clock.advance(50);
    await written;
    expect(calls).toEqual(['set lamppost.state,lamppost.a', 'set lamppost.state']);
    expect([...phone.stored]).toEqual([
      ['lamppost.state', '9'],
      ['lamppost.a', 'x'],
    ]);
  });

  test('does not need to take several at once', async () => {
    const stored = new Map([
      ['lamppost.a', '1'],
      ['lamppost.b', '2'],
    ]);
    const { getItem, setItem, removeItem, getAllKeys } = createMockStorage(stored);
    const storage = mirrored({ getItem, setItem, removeItem, getAllKeys });
    await storage.loaded;
    expect(storage.get('lamppost.b')).toBe('2');
    storage.set('lamppost.c', '3');
    storage.set('lamppost.d', '4');
    storage.remove('lamppost.a');
    storage.remove('lamppost.b');
    await storage.whenWritten();
    expect([...stored.keys()]).toEqual(['lamppost.c', 'lamppost.d']);
  });

  test('that refuses one text of several still gets the others', async () => {
    const stored = new Map<string, string>();
    const lines: string[] = [];
    const inner = createMockStorage(stored);
    const storage = mirrored(
      {
        ...inner,
        multiSet: async () => {
          throw new Error('too large');
        },
        setItem: async (key, value) => {
          if (value.length > 5) throw new Error('too large');
          await inner.setItem(key, value);
        },
      },
      lines,
    );
    await storage.loaded;
    storage.set('lamppost.a', '1');
    storage.set('lamppost.b', 'a long text');
    storage.set('lamppost.c', '3');
    await storage.whenWritten();
    expect([...stored.keys()]).toEqual(['lamppost.a', 'lamppost.c']);
    expect(lines).toEqual(['storage: Error: too large']);
  });

  const broken: [string, Partial<DeviceStorage>, number][] = [
    ['fails', { getAllKeys: () => Promise.reject(new Error('corrupt')) }, 0],
    ['fails half way', { multiGet: () => Promise.reject(new Error('corrupt')) }, 0],
    ['never answers', { getAllKeys: () => new Promise(() => {}) }, 3_000],
  ];
  test.each(broken)('that %s when it is read is left as it is until the next start', async (_, fault, afterMs) => {
    const time = new VirtualClock();
    const stored = new Map([['lamppost.state', 'of before']]);
    const lines: string[] = [];
    const storage = mirrored({ ...createMockStorage(stored), ...fault }, lines, time);
    await time.advance(afterMs);
    await storage.loaded;
    storage.set('lamppost.state', 'another device');
    expect(storage.get('lamppost.state')).toBe('another device');
    await storage.whenWritten();
    await settle();
    expect(stored.get('lamppost.state')).toBe('of before');
    expect(lines).toHaveLength(1);
  });

  test('has in the end what memory has, whatever the order of changes', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const phone = new VirtualPhone();
      const random = seededRandom(seed);
      const storage = mirrored(
        phone.storage((ms, task) => phone.clock.later(ms * random() * 4, task)),
        [],
        phone.clock,
      );
      await phone.clock.advance(100);
      for (let step = 0; step < 200; step += 1) {
        const key = `lamppost.${Math.floor(random() * 8)}`;
        if (random() < 0.4) storage.remove(key);
        else storage.set(key, `${step}`);
        if (random() < 0.3) await phone.clock.advance(random() * 20);
      }
      await phone.clock.advance(1_000);
      expect(storage.whenWritten()).toBeUndefined();
      expect(Object.fromEntries(phone.stored)).toEqual(
        Object.fromEntries(storage.keys('').map((key) => [key, storage.get(key)])),
      );
    }
  });
});
