import { type ReactNode, useEffect, useMemo } from 'react';
import { useApiClient } from '../api/api-context.ts';
import { EnvironmentContext } from '../api/environment.ts';
import { TimeZoneProvider } from '../design/primitives/time-zone.tsx';
import { type FoundScope, rememberScope } from './last-scope.ts';

export interface EnvironmentProviderProps {
  readonly scope: FoundScope;
  readonly children: ReactNode;
}

export function EnvironmentProvider({ scope: { project, environment }, children }: EnvironmentProviderProps) {
  const outside = useApiClient();
  const api = useMemo(
    () => outside.within({ projectId: project.id, environmentId: environment.id }),
    [outside, project.id, environment.id],
  );
  useEffect(() => rememberScope(project.slug), [project.slug]);
  const value = useMemo(
    () => ({
      project,
      environment,
      role: project.role,
      timezone: project.timezone,
      isProduction: environment.slug === 'production',
      api,
    }),
    [project, environment, api],
  );
  return (
    <EnvironmentContext value={value}>
      <TimeZoneProvider timeZone={project.timezone}>{children}</TimeZoneProvider>
    </EnvironmentContext>
  );
}
