import type { DeviceState, Part } from '../core.ts';

/** Of an owner that is younger, the lock may not have been granted yet. */
const youngMs = 2e3;

/** When a UUIDv7 was made. */
const bornAt = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/**
 * Several clients on one storage, such as tabs. Each holds a lock under its owner's name while it lives. Items of an
 * owner whose lock can be had belong to nobody alive: whoever gets it sends them, under the names they have. So no item
 * is sent twice and none is left behind. Identity, session and configuration are the same for all.
 */
export const shareStorage: Part = (core) => {
  const { platform, prefix, owner } = core;
  const { storage, exclusively } = platform;
  if (!storage || !exclusively) return {};
  const { close } = core.client;
  const owners = new Set([owner]);
  let letGo = (): void => {};
  const closed = new Promise<void>((resolve) => {
    letGo = resolve;
  });

  const hold = (name: string): void => {
    const stay = (): Promise<void> => {
      // Listed after the lock was had: until then its owner may have sent and removed them itself.
      if (name !== owner) core.itemsOf(`${name}.`).forEach(core.adopt);
      return closed;
    };
    exclusively(prefix + name, stay).then(
      (isHeld) => isHeld || owners.delete(name),
      (error) => core.note(`${error}`),
    );
  };
  const takeState = (): void => {
    const other = core.load('state') as DeviceState | null;
    if (!other?.user?.anonymous_id) return;
    const { user, device } = core.state;
    core.state = other;
    if (other.device.id !== device.id || other.user.id !== user.id) core.refresh();
  };

  core.adoptAll = () => {
    for (const name of core.itemsOf('')) {
      const other = name.split('.')[1] as string;
      if (owners.has(other)) continue;
      if (platform.now() - bornAt(other) < youngMs) {
        platform.later(youngMs, core.adoptAll);
        continue;
      }
      owners.add(other);
      hold(other);
    }
  };
  hold(owner);

  const offs = [
    platform.onMoment?.((moment) => {
      if (moment === 'background') return;
      // What others have changed while this one was frozen.
      takeState();
      core.adoptAll();
    }),
    storage.onChange?.((key) => {
      if (key === `${prefix}state`) takeState();
      if (key === `${prefix}config`) core.apply(core.load('config'));
    }),
  ];
  return {
    async close() {
      await close();
      for (const off of offs) off?.();
      letGo();
    },
  };
};
