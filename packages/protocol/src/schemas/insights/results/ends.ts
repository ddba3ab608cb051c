import { IsoTime } from '../../common.ts';

/** The ends of the range that an answer is about. */
export const Ends = { fromIso: IsoTime, toIso: IsoTime };
