import { createLamppost, type Lamppost, streamFlags } from '@lamppost/browser';
import type { Bootstrap } from '@lamppost/react';
import { hydrateRoot } from 'react-dom/client';
import { shopApp } from './react-app-tree.ts';

const { key, url, userId, bootstrap } = (
  globalThis as unknown as { settings: { key: string; url: string; userId: string; bootstrap: Bootstrap } }
).settings;
const root = document.getElementById('root') as HTMLElement;

const lamppost = createLamppost({ key, url, bootstrap, stream: streamFlags, flushMs: 50 });
lamppost.identify(userId);
const mismatches: string[] = [];
hydrateRoot(root, shopApp(lamppost, bootstrap), {
  onCaughtError: () => {},
  onRecoverableError: (error) => mismatches.push(`${error}`),
});

/** Everything that the page ever said. */
const shown: string[] = [root.textContent ?? ''];
new MutationObserver(() => shown.push(root.textContent ?? '')).observe(root, {
  subtree: true,
  childList: true,
  characterData: true,
});

declare global {
  var app: { readonly lamppost: Lamppost; readonly mismatches: string[]; readonly shown: string[] };
}
globalThis.app = { lamppost, mismatches, shown };
