import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { optionalColumns } from './people-columns.tsx';

const usual = optionalColumns.map(({ id }) => id);
const MAX_COLUMNS = 20;

/** The columns selected for a project in this browser. */
export function useChosenColumns(projectId: string) {
  const [kept, choose] = useLocalStorage<readonly string[]>({
    key: `lamppost.people-columns.${projectId}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  });
  const shown = useMemo(
    () => (Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MAX_COLUMNS) : usual),
    [kept],
  );
  return { shown, choose };
}
