import type { Kysely, Migration } from 'kysely';

/** What watches a rollout and what moves it, beside the rollout; what an experiment's guardrails found. */
export const guardrails: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    await sql.raw('ALTER TABLE flag_targeting ADD COLUMN guardrails TEXT').execute(db);
    await sql.raw('ALTER TABLE flag_targeting ADD COLUMN ramp TEXT').execute(db);
    await sql.raw("ALTER TABLE experiments ADD COLUMN guardrail_breaches TEXT NOT NULL DEFAULT '[]'").execute(db);
    await sql
      .raw(
        `CREATE INDEX watched_targeting ON flag_targeting (flag_id, environment_id)
          WHERE guardrails IS NOT NULL OR ramp IS NOT NULL`,
      )
      .execute(db);
  },
};
