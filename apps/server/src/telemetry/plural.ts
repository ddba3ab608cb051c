/** "1 event", "2 events". */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The verb that goes with so many. */
export const wasOrWere = (count: number): string => (count === 1 ? 'was' : 'were');
