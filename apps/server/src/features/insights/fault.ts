/** What is wrong with a query, and where. */
export type Fault = readonly [place: string, what: string];
