/** Conditions on who can be in an experiment. */
export const experimentAudience = `ALTER TABLE experiments ADD COLUMN audience text COLLATE "C" NOT NULL DEFAULT '[]';`;
