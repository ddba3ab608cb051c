import { type ReactNode, useEffect, useMemo } from 'react';
import { useApiClient } from '../api/api-context.ts';
import { EnvironmentContext } from '../api/environment.ts';
import { TimeZoneProvider } from '../design/values/time-zone.tsx';
import { type FoundPlace, rememberPlace } from './last-place.ts';

export interface EnvironmentProviderProps {
  readonly place: FoundPlace;
  readonly children: ReactNode;
}

export function EnvironmentProvider({ place: { project, environment }, children }: EnvironmentProviderProps) {
  const outside = useApiClient();
  const api = useMemo(
    () => outside.within({ projectId: project.id, environmentId: environment.id }),
    [outside, project.id, environment.id],
  );
  useEffect(() => rememberPlace(project.slug), [project.slug]);
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
