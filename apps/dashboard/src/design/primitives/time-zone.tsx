import { createContext, type ReactNode, useContext } from 'react';

const TimeZoneContext = createContext('UTC');

export interface TimeZoneProviderProps {
  /** An IANA name, such as `Europe/Berlin`: the zone of the project, in which all times are written. */
  readonly timeZone: string;
  readonly children: ReactNode;
}

export function TimeZoneProvider({ timeZone, children }: TimeZoneProviderProps) {
  return <TimeZoneContext value={timeZone}>{children}</TimeZoneContext>;
}

export function useTimeZone(): string {
  return useContext(TimeZoneContext);
}
