/** A query with these members said, which it may leave out. */
export type Filled<Query, Names extends keyof Query> = Query & Required<Pick<Query, Names>>;
