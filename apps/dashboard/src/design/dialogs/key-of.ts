import { keyFromName } from '../format/key-from-name.ts';

export interface NamedValues {
  readonly name: string;
  /** Follows the name until one is typed. */
  readonly key: string | undefined;
}

export const keyOf = ({ name, key }: NamedValues): string => key ?? keyFromName(name);
