import { createLamppost, streamFlags } from '@lamppost/browser';
import { LamppostWebProvider } from '@lamppost/openfeature/web';
import { OpenFeature, OpenFeatureProvider, useFlag, useStringFlagDetails, useTrack } from '@openfeature/react-sdk';
import { ClientProviderEvents } from '@openfeature/web-sdk';
import { createElement as h, type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const { key, url } = (globalThis as unknown as { settings: { key: string; url: string } }).settings;
const lamppost = createLamppost({ key, url, stream: streamFlags, flushMs: 50 });

/** Events of the provider, as an app hears them. */
const heard: { readonly event: string; readonly flags: readonly string[] }[] = [];
for (const event of Object.values(ClientProviderEvents)) {
  OpenFeature.addHandler(event, (details) => {
    const { flagsChanged = [] } = (details ?? {}) as { flagsChanged?: string[] };
    heard.push({ event, flags: flagsChanged });
  });
}

function Shop(): ReactElement {
  const { value, reason, flagMetadata } = useStringFlagDetails('banner', 'none');
  const offer = useFlag('offer', 'no offer');
  const { track } = useTrack();
  return h(
    'main',
    null,
    h('h1', null, value),
    h('p', null, `${reason} ${flagMetadata.source}, ${offer.value} ${offer.reason}`),
    h('button', { type: 'button', onClick: () => track('bought', { value: 5, currency: 'EUR' }) }, 'buy'),
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  h(StrictMode, null, h(OpenFeatureProvider, { suspend: false }, h(Shop))),
);
OpenFeature.setProvider(new LamppostWebProvider(lamppost));

declare global {
  var shop: {
    readonly OpenFeature: typeof OpenFeature;
    readonly lamppost: typeof lamppost;
    readonly heard: typeof heard;
  };
}
globalThis.shop = { OpenFeature, lamppost, heard };
