import type { Change, EntityState } from '../../control/change.ts';
import { reading } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import type { Ruleset } from '../../edge/ruleset.ts';
import { FIND, FIND_ENVIRONMENT, LAST_OF_EACH, LIST, STATE_AT, VERSION_AT } from './change-statements.ts';
import type { ChangeFilter, EntityAt } from './change-store.ts';
import { type RulesetChange, rulesetAt } from './ruleset-at.ts';

const SERVED = ['flag', 'targeting', 'experiment', 'holdout', 'group', 'group_member'] as const;

export const changeOperations = {
  list: reading(async (db, filter: ChangeFilter, page: PageRequest): Promise<Page<Change>> => {
    const rows = await db.all(LIST, {
      projectId: filter.projectId ?? '',
      cursor: page.cursor ?? null,
      fromMs: filter.fromMs ?? 0,
      toMs: filter.toMs ?? Number.MAX_SAFE_INTEGER,
      entityType: filter.entityType ?? null,
      entityId: filter.entityId ?? null,
      actorId: filter.actorId ?? null,
      search: filter.search ?? null,
      limit: page.limit + 1,
    });
    return pageOf(rows, page);
  }),
  find: reading(
    (db, projectId: string | null, id: string): Promise<Change | undefined> =>
      db.one(FIND, { id, projectId: projectId ?? '' }),
  ),
  stateAt: reading(async (db, { environmentId, ...entity }: EntityAt): Promise<EntityState | null> => {
    return (await db.one(STATE_AT, { ...entity, environmentId: environmentId ?? null }))?.after ?? null;
  }),
  rulesetAt: reading(
    async (db, givenProject: string, givenEnvironment: string, atMs: number): Promise<Ruleset | undefined> => {
      const [projectId, environmentId] = [givenProject.toLowerCase(), givenEnvironment.toLowerCase()];
      if ((await db.one(FIND_ENVIRONMENT, { environmentId, projectId })) === undefined) return undefined;
      const changes: RulesetChange[] = [];
      for (const entityType of SERVED) changes.push(...(await db.all(LAST_OF_EACH, { projectId, entityType, atMs })));
      const version = (await db.one(VERSION_AT, { environmentId, atMs }))?.version ?? 1;
      return rulesetAt(changes, environmentId, version);
    },
  ),
};
