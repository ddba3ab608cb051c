import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ApiClient } from '../api/api-client.ts';
import { ApiContext } from '../api/api-context.ts';
import type { AppRouter } from './router.tsx';
import { cssVariables, theme } from './theme/theme.ts';

export interface AppProps {
  readonly api: ApiClient;
  readonly queries: QueryClient;
  readonly router: AppRouter;
}

const schemes = localStorageColorSchemeManager();

export function App({ api, queries, router }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
    >
      <QueryClientProvider client={queries}>
        <ApiContext value={api}>
          <RouterProvider router={router} />
        </ApiContext>
      </QueryClientProvider>
      <Notifications position="bottom-right" />
    </MantineProvider>
  );
}
