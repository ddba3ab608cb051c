const everyNth = 29;
const count = 8;

/** Users who are asked to try things out first: some of the earliest, who are there in a story of any length. */
export const testers: readonly string[] = Array.from(
  { length: count },
  (_, at) => `user_${String(at * everyNth + 4).padStart(6, '0')}`,
);
