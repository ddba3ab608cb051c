import picocolors from 'picocolors';

export type Colors = ReturnType<typeof picocolors.createColors>;

export const createColors = (isEnabled: boolean): Colors => picocolors.createColors(isEnabled);
