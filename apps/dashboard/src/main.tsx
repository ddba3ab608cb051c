import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './design/tokens.css';
import './app/global.css';
import './design/print/print.css';
import { createRoot } from 'react-dom/client';
import { ApiClient, type ApiCredentials } from './api/api-client.ts';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import { reloadAfterUpgrade } from './app/reload-after-upgrade.ts';
import { createAppRouter } from './app/router.tsx';
import { SessionStore } from './app/session/session-store.ts';
import { preparePrinting } from './design/print/print-page.ts';

reloadAfterUpgrade();
preparePrinting();

const credentials: ApiCredentials = {
  csrfToken: undefined,
  onUnauthorized: () => undefined,
  renewToken: () => store.renewToken(),
};
const api = new ApiClient(credentials);
const queries = createQueryClient();
const store: SessionStore = new SessionStore(api, credentials, queries);
const router = createAppRouter({ api, queries, store });

credentials.onUnauthorized = () => {
  store.end();
  // Where nobody was signed in yet, what needs somebody leads to the page for that, and from there back to here.
  if (!store.isOver()) void router.invalidate();
};

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(<App api={api} queries={queries} router={router} />);
