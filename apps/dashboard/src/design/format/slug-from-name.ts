import { keyFromName } from './key-from-name.ts';

/** "My Shop (EU)" → `my-shop-eu`: small letters, digits and hyphens, a letter first. */
export function slugFromName(name: string, longest: number): string {
  return keyFromName(name).replaceAll('_', '-').slice(0, longest).replace(/-+$/, '');
}
