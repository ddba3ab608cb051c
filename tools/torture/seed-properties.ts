import { configureGlobal, readConfigureGlobal } from 'fast-check';

/** With LP_TORTURE_SEED set, property tests make the same values again. */
configureGlobal({ ...readConfigureGlobal(), seed: Number(process.env.LP_TORTURE_SEED) });
