import { platformChoices } from '../flag-words.ts';

const storageKey = 'lamppost.platforms';

/** The platforms of the flag that was made last in this browser; at first all of them. */
export function usualPlatforms(): string[] {
  const all = platformChoices.map(({ value }) => value);
  const kept = (localStorage.getItem(storageKey) ?? '').split(',').filter((name) => all.includes(name));
  return kept.length === 0 ? all : kept;
}

export function rememberPlatforms(platforms: readonly string[]): void {
  localStorage.setItem(storageKey, platforms.join(','));
}
