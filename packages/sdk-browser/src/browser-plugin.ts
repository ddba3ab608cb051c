/** What `createLamppost` takes in `use`: something of this package that only some pages need. It may add methods to the client. */
export type BrowserPlugin<Methods extends object = object> = ((core: never) => object) & {
  /** Nobody has it: it says to the compiler what is added. */
  readonly adds?: Methods;
};

/** The methods that plugins add. */
export type MethodsOf<Used extends readonly BrowserPlugin[]> = Used extends readonly [
  BrowserPlugin<infer Methods>,
  ...infer Others extends readonly BrowserPlugin[],
]
  ? Methods & MethodsOf<Others>
  : object;
