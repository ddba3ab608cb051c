/** The long run is `npm run torture`; the ordinary tests make a short one of each. */
export const isLong = process.env.LP_TORTURE === 'long';

export const scaled = (short: number, long: number): number => (isLong ? long : short);

/** What a scenario counted, for the table at the end of a long run. */
export function notify(scenario: string, counts: object): void {
  if (isLong) process.stdout.write(`${scenario}: ${JSON.stringify(counts)}\n`);
}
