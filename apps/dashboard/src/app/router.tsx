import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ApiClient } from '../api/api-client.ts';
import { useSession } from '../api/session.ts';
import { pageHref } from '../navigation/page-path.ts';
import { backAddress } from './back-address.ts';
import { EnvironmentProvider } from './environment-provider.tsx';
import { firstPage } from './first-page.ts';
import { Frame } from './frame/frame.tsx';
import { OutsideFrame } from './frame/outside-frame.tsx';
import { findScope, lastScope, mainEnvironment } from './last-scope.ts';
import { NoAccessPage } from './no-access-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageProblem } from './page-problem.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { pageTable } from './page-table.ts';
import { Root } from './root.tsx';
import { SessionProvider } from './session/session-provider.tsx';
import type { SessionStore } from './session/session-store.ts';

export interface RouterContext {
  readonly api: ApiClient;
  readonly queries: QueryClient;
  readonly store: SessionStore;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly title?: string;
    readonly hasRange?: boolean;
    readonly tabsWithoutRange?: readonly string[];
  }
}

type PageModule = Record<string, () => React.ReactNode>;

/** While the document is loaded anew after an upgrade, there is no module and nothing to draw. */
const untilReloaded = new Promise<never>(() => undefined);

const lazyPage = (load: () => Promise<unknown>, name: string) =>
  lazyRouteComponent(async () => ((await load()) as PageModule | undefined) ?? untilReloaded, name);

const root = createRootRouteWithContext<RouterContext>()({
  component: () => <Root store={root.useRouteContext().store} />,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  staticData: { title: 'Sign in' },
  validateSearch: ({ back }: Record<string, unknown>) => (typeof back === 'string' ? { back } : {}),
  beforeLoad: async ({ context, search }) => {
    if ((await context.store.current()) !== null) throw redirect({ href: backAddress(search.back) });
  },
  component: lazyPage(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** `/invitations#<token>` is what the server hands out. */
const invitations = ['/invitations', '/invitations/accept'].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title: 'Invitation' },
    component: lazyPage(() => import('../pages/invitation/invitation-page.tsx'), 'InvitationPage'),
  }),
);

/** `/shared#<token>`: needs nobody who is signed in, and asks for no session. */
const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared',
  staticData: { title: 'Shared dashboard' },
  component: lazyPage(() => import('../pages/dashboards/shared/shared-page.tsx'), 'SharedPage'),
});

/** Everything below needs somebody who is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const session = await context.store.current();
    if (session === null) throw redirect({ to: '/sign-in', search: { back: location.href } });
    return { session };
  },
  component: () => {
    const { store } = signedIn.useRouteContext();
    const router = useRouter();
    const leave = useCallback(() => void router.navigate({ to: '/sign-in' }), [router]);
    return (
      <SessionProvider store={store} onSignedOut={leave}>
        <Outlet />
      </SessionProvider>
    );
  },
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  // Not in beforeLoad: until that is done the router counts the routes above as loading, also after the redirect.
  loader: async ({ context: { session, api } }) => {
    const scope = lastScope(session);
    if (scope !== undefined) throw redirect({ href: await firstPage(api, scope), replace: true });
    if (session.member.is_operator) throw redirect({ to: '/operator', replace: true });
  },
  component: () => (
    <OutsideFrame>
      <NoAccessPage message="You aren't a member of any project yet. Ask a project admin to invite you." />
    </OutsideFrame>
  ),
});

const operator = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator',
  staticData: { title: 'Installation' },
  component: () => {
    const { session } = useSession();
    const scope = lastScope(session);
    if (scope === undefined) return <OutsideFrame />;
    // The way back: the pages of the project that was looked at last stay in reach.
    return (
      <EnvironmentProvider scope={scope}>
        <Frame />
      </EnvironmentProvider>
    );
  },
});
const operatorIndex = createRoute({
  getParentRoute: () => operator,
  path: '/',
  staticData: { title: 'Installation' },
  component: lazyPage(() => import('../pages/operator/operator-page.tsx'), 'OperatorPage'),
});

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/p/$project',
  notFoundComponent: () => (
    <OutsideFrame>
      <NotFoundPage />
    </OutsideFrame>
  ),
});
const projectIndex = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ context: { session }, params }) => {
    const found = session.projects.find(({ slug }) => slug === params.project);
    const main = found === undefined ? undefined : mainEnvironment(found);
    if (main === undefined) throw notFound({ routeId: project.id });
    const scope = { project: params.project, environment: main.slug };
    throw redirect({ href: pageHref(scope, '/overview', {}, {}), replace: true });
  },
});

const environment = createRoute({
  getParentRoute: () => project,
  path: '$environment',
  beforeLoad: ({ context: { session }, params }) => {
    if (findScope(session, params) === undefined) throw notFound({ routeId: project.id });
  },
  component: () => {
    const { session } = useSession();
    const scope = findScope(session, environment.useParams());
    if (scope === undefined) return <NotFoundPage />;
    return (
      <EnvironmentProvider scope={scope}>
        <Frame />
      </EnvironmentProvider>
    );
  },
});
const environmentIndex = createRoute({
  getParentRoute: () => environment,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ href: pageHref(params, '/overview', {}, {}), replace: true });
  },
});

const pages = pageTable.map(({ path, title, hasRange = false, tabsWithoutRange = [], load, component }) =>
  createRoute({
    getParentRoute: () => environment,
    path,
    staticData: { title, hasRange, tabsWithoutRange },
    component: lazyPage(load, component),
  }),
);

const routeTree = root.addChildren([
  signIn,
  ...invitations,
  shared,
  signedIn.addChildren([
    home,
    operator.addChildren([operatorIndex]),
    project.addChildren([projectIndex, environment.addChildren([environmentIndex, ...pages])]),
  ]),
]);

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageProblem,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
