export interface LongInsights {
  /** Keeps what an address cannot hold, and says under which id. The same content has the same id. */
  keep(written: object): string;
  find(id: string): unknown;
}

const storageKey = 'lamppost.explore.long';
const most = 10;

type Entry = readonly [id: string, text: string];

/** Queries that are too long for an address, the latest ten, in this browser. */
export function storedLongInsights(storage: Pick<Storage, 'getItem' | 'setItem'>): LongInsights {
  const entries = (): readonly Entry[] => readEntries(storage.getItem(storageKey));
  return {
    keep: (written) => {
      const text = JSON.stringify(written);
      const id = hashOf(text);
      const others = entries().filter(([other]) => other !== id);
      storage.setItem(storageKey, JSON.stringify([[id, text], ...others].slice(0, most)));
      return id;
    },
    find: (id) => {
      const text = entries().find(([own]) => own === id)?.[1];
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
  };
}

function readEntries(text: string | null): readonly Entry[] {
  if (text === null) return [];
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? (stored as Entry[]).filter((entry) => typeof entry?.[1] === 'string') : [];
  } catch {
    // Somebody else wrote there. The next long query begins the list anew.
    return [];
  }
}

/** FNV-1a: short and the same everywhere. Only ten are kept, so that two are hardly ever alike. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return `k${hash.toString(36)}`;
}
