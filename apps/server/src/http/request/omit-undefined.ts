type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that are there: what was not sent stays unsaid. */
export function omitUndefined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
