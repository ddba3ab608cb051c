/** Platforms of releases, as their makers write them. */
export const platformWords = { ios: 'iOS', android: 'Android', web: 'Web', backend: 'Backend' } as const;
