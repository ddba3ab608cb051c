import gammaln from '@stdlib/math-base-special-gammaln';

export const logGamma = (value: number): number => gammaln(value);
