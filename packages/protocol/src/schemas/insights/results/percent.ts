import Type from 'typebox';

export const Percent = (description: string) =>
  Type.Number({ description: `${description}, in percent with two decimals` });
