import Type, { type TProperties } from 'typebox';

/** What is not known here would be ignored, and the answer be to another query. */
export const Closed = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });
