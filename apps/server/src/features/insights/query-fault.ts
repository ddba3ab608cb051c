/** What is wrong with a query, and where in it. */
export type Fault = readonly [place: string, what: string];
