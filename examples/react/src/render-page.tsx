import { type Bootstrap, LamppostProvider } from '@lamppost/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';

/** The page as the first paint shows it. Tells of no exposure: nobody has seen it yet. */
export const renderPage = (path: string, bootstrap: Bootstrap): string =>
  renderToString(
    <StrictMode>
      <LamppostProvider bootstrap={bootstrap}>
        <App path={path} />
      </LamppostProvider>
    </StrictMode>,
  );
