import { useParams } from '@tanstack/react-router';

/** A part of the address: `useRouteParam('key')` on `/flags/$key`. */
export function useRouteParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const value = params[name];
  if (value === undefined) throw new Error(`The address has no ${name}.`);
  return value;
}
