import type { Role } from '@lamppost/protocol';
import { createContext, useContext } from 'react';
import type { ApiClient } from './api-client.ts';
import { hasRole, type SessionEnvironment, type SessionProject } from './session.ts';

export interface Environment {
  readonly project: SessionProject;
  readonly environment: SessionEnvironment;
  readonly role: Role;
  /** IANA name: where the project's days begin. */
  readonly timezone: string;
  readonly isProduction: boolean;
  /** Asks in this project and environment. */
  readonly api: ApiClient;
}

export const EnvironmentContext = createContext<Environment | undefined>(undefined);

/** The project and environment of the address. */
export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext);
  if (environment === undefined) throw new Error('useEnvironment was called outside of a project.');
  return environment;
}

export interface RoleCheck {
  readonly role: Role;
  readonly can: (least: Role) => boolean;
  /** Why a control is not usable, for its tooltip; undefined where it is. */
  readonly whyNot: (least: Role) => string | undefined;
}

export function useRole(): RoleCheck {
  const { role, project } = useEnvironment();
  return {
    role,
    can: (least) => hasRole(role, least),
    whyNot: (least) =>
      hasRole(role, least)
        ? undefined
        : `You have the ${role} role in ${project.name}. This requires the ${least} role.`,
  };
}
