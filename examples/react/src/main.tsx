import { createLamppost, streamFlags } from '@lamppost/browser';
import { LamppostProvider } from '@lamppost/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import type { Settings } from './settings.ts';

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';
const { url, key, userId, bootstrap } = JSON.parse(textOf('settings')) as Settings;

const lamppost = createLamppost({ url, key, bootstrap, stream: streamFlags, app: { version: '1.0.0' } });
lamppost.identify(userId);

hydrateRoot(
  document.getElementById('root') as HTMLElement,
  <StrictMode>
    <LamppostProvider client={lamppost} bootstrap={bootstrap}>
      <App path={location.pathname} />
    </LamppostProvider>
  </StrictMode>,
);
