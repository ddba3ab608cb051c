import { describe, expect, test } from 'vitest';
import type { Platform } from './platform.ts';

/** What a platform is held to, and the world around it. */
export interface PlatformSubject {
  readonly platform: Platform;
  /** Another one that shares the storage: another tab, another start. Absent: there is none here. */
  readonly other?: Platform;
  /** Of a server that answers `{"data":{}}` to `/ok`, 500 to `/broken`, and never to `/silent`. */
  readonly url: string;
  /** Emits a lifecycle event. Absent: there are none here. */
  emit?(): void;
  /** Lets this much time pass. What escapes to the app meanwhile fails the test. */
  pass(ms: number): Promise<void>;
  dispose?(): Promise<void>;
}

/** The promises of the port, checked on an adapter. */
export function platformContract(name: string, create: () => Promise<PlatformSubject>): void {
  const using = async (use: (subject: PlatformSubject) => Promise<void>): Promise<void> => {
    const subject = await create();
    try {
      await use(subject);
    } finally {
      await subject.dispose?.();
    }
  };
  const ask = ({ platform, url, pass }: PlatformSubject, path: string, timeoutMs: number, passMs: number) => {
    const asked = platform.request(url + path, { headers: { 'X-Test': '1' }, body: '{}', timeoutMs });
    asked.catch(() => {});
    return pass(passMs).then(() => asked);
  };

  describe(`${name} keeps the promises of a platform:`, () => {
    test('a request resolves with any answer, whatever its status', () =>
      using(async (subject) => {
        const fine = await ask(subject, '/ok', 10_000, 100);
        expect(fine.status).toBe(200);
        expect(JSON.parse(await fine.text())).toEqual({ data: {} });
        expect(fine.headers.get('X-Nothing')).toBeNull();
        expect((await ask(subject, '/broken', 10_000, 100)).status).toBe(500);
      }));

    test('a request that is never answered rejects in time', () =>
      using(async (subject) => {
        await expect(ask(subject, '/silent', 300, 400)).rejects.toThrow();
      }));

    test('random numbers are in [0, 1) and differ', () =>
      using(async ({ platform }) => {
        const numbers = Array.from({ length: 1_000 }, () => platform.random());
        expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
        expect(new Set(numbers).size).toBe(1_000);
      }));

    test('a task runs once, not before its time and never within the call; cancelled, it never does', () =>
      using(async ({ platform, pass }) => {
        const ran: string[] = [];
        const startMs = platform.now();
        platform.later(50, () => ran.push(platform.now() - startMs >= 49 ? 'in time' : 'too early'));
        platform.later(0, () => ran.push('soon'));
        const cancel = platform.later(10, () => ran.push('cancelled'));
        expect(ran).toEqual([]);
        cancel();
        await pass(200);
        expect(ran).toEqual(['soon', 'in time']);
      }));

    test('what a task or a listener throws, or rejects with, goes no further', () =>
      using(async ({ platform, pass, emit }) => {
        let count = 0;
        const off = platform.onLifecycleEvent(() => {
          count += 1;
          throw new Error('of a listener');
        });
        platform.later(0, () => {
          throw new Error('of a task');
        });
        platform.later(0, (() => Promise.reject(new Error('of a promise'))) as () => void);
        emit?.();
        await pass(50);
        expect(count).toBe(emit ? 1 : 0);
        off();
        emit?.();
        expect(count).toBe(emit ? 1 : 0);
      }));

    test('what is stored is there, also for others; what is not is null; keys are those of the prefix', () =>
      using(async ({ platform, other }) => {
        const { storage } = platform;
        if (!storage) return;
        storage.set('contract.a', 'one');
        storage.set('contract.a', 'two');
        storage.set('contract.b', '日 "quoted"\n');
        storage.set('elsewhere', 'x');
        expect(storage.get('contract.a')).toBe('two');
        expect(storage.get('contract.nothing')).toBeNull();
        expect([...storage.keys('contract.')].sort()).toEqual(['contract.a', 'contract.b']);
        if (other) expect(other.storage?.get('contract.b')).toBe('日 "quoted"\n');
        storage.remove('contract.a');
        storage.remove('contract.a');
        expect(storage.get('contract.a')).toBeNull();
        expect(storage.keys('contract.')).toEqual(['contract.b']);
        storage.remove('contract.b');
        storage.remove('elsewhere');
      }));

    test('a name is held by one at a time, and free again when the task has ended', () =>
      using(async ({ platform, other, pass }) => {
        if (!platform.exclusively || !other?.exclusively) return;
        let letGo = (): void => {};
        const held = platform.exclusively(
          'contract',
          () =>
            new Promise<void>((resolve) => {
              letGo = resolve;
            }),
        );
        await pass(50);
        expect(await other.exclusively('contract', async () => {})).toBe(false);
        expect(await other.exclusively('another name', async () => {})).toBe(true);
        letGo();
        expect(await held).toBe(true);
        expect(await other.exclusively('contract', async () => {})).toBe(true);
      }));
  });
}
