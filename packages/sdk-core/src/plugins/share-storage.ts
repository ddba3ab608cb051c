import type { CreatePlugin, DeviceState } from '../core.ts';

/** Of an owner that is younger, the lock may not have been granted yet. */
const YOUNG_OWNER_MS = 2e3;

/** When a UUIDv7 was made: its first two groups. */
const bornAt = (id: string): number => Number(`0x${id.slice(0, 8)}${id.slice(9, 13)}`);

/**
 * Several clients on one storage, such as tabs. Each holds a lock under its owner's name while it lives. Items of an
 * owner whose lock can be had belong to nobody alive: whoever gets it sends them, under the names they have. So no item
 * is sent twice and none is left behind. Identity, session and configuration are the same for all.
 */
export const shareStorage: CreatePlugin = (core) => {
  const { platform, prefix, owner } = core;
  const { storage, exclusively } = platform;
  if (!storage?.onChange || !exclusively) return {};
  const owners = new Set([owner]);
  let letGo: () => void;
  const closed = new Promise<void>((resolve) => {
    letGo = resolve;
  });

  const hold = core.guard(async (name: string): Promise<void> => {
    const stay = (): Promise<void> => {
      // Listed after the lock was had: until then its owner may have sent and removed them itself.
      if (name !== owner) core.recover(`${name}.`);
      return closed;
    };
    if (!(await exclusively(prefix + name, stay))) owners.delete(name);
  });
  const takeState = (): void => {
    const other = core.load('state') as DeviceState | null;
    if (!other?.user?.anonymous_id || !other.device?.id) return;
    const { user, device } = core.state;
    core.state = other;
    if (device.id !== other.device.id || user.id !== other.user.id) core.refresh();
  };
  const recover = (): void => {
    for (const name of core.itemsOf('')) {
      const other = name.split('.')[1] as string;
      if (owners.has(other)) continue;
      if (platform.now() - bornAt(other) < YOUNG_OWNER_MS) platform.later(YOUNG_OWNER_MS, recover);
      else {
        owners.add(other);
        hold(other);
      }
    }
  };
  hold(owner);
  const off = storage.onChange((key) => {
    if (key === `${prefix}state`) takeState();
    if (key === `${prefix}config`) core.applyConfig(core.load('config'));
  });

  return {
    recover,
    onLifecycleEvent(event) {
      if (event === 'background') return;
      // What others have changed while this one was frozen.
      takeState();
      recover();
    },
    onClose() {
      letGo();
      off();
    },
  };
};
