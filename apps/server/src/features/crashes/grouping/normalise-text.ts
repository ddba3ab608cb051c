export const uuidPattern = /[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}/g;
export const addressPattern = /\b0x[0-9a-fA-F]+/g;
/** Eight or more hexadecimal digits with a number among them; words such as `defaced` are shorter or have none. */
export const hashPattern = /(?<![0-9A-Za-z])(?=[a-fA-F]*[0-9])[0-9a-fA-F]{8,}(?![0-9A-Za-z])/g;
const longNumber = /[0-9]{4,}/g;

/** Replaces what a machine made up: the same in no other process or build. */
export const withoutGeneratedRuns = (text: string): string =>
  text.replace(uuidPattern, '#').replace(addressPattern, '#').replace(hashPattern, '#').replace(longNumber, '#');
