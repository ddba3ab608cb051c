import { uuidv7 } from 'uuidv7';
import { Taken, WrongState } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { COUNT_VIEWS, DELETE_VIEW, FIND_VIEW, FIND_VIEW_NAMED, LIST_VIEWS, SAVE_VIEW } from './view-statements.ts';
import type { NewView, SavedView, ViewOwner, ViewPatch } from './view-store.ts';

const MAX_VIEWS = 200;

/** Not in the change log: a view is of one person, and changes nothing for others. */
export const viewOperations = {
  save: writing(async (db, owner: ViewOwner, sent: NewView): Promise<SavedView> => {
    if (((await db.one(COUNT_VIEWS, owner))?.views ?? 0) >= MAX_VIEWS) {
      throw new WrongState('TOO_MANY_VIEWS', `You can save at most ${MAX_VIEWS} views in a project. Delete one first.`);
    }
    const atMs = Date.now();
    return await save(db, owner, { id: uuidv7(), ...sent, createdAtMs: atMs, updatedAtMs: atMs });
  }),
  list: reading(
    async (db, owner: ViewOwner, page: string | undefined, request: PageRequest): Promise<Page<SavedView>> => {
      const asked = { ...owner, page: page ?? '', cursor: cursorOf(request), limit: request.limit + 1 };
      return pageOf(await db.all(LIST_VIEWS, asked), request);
    },
  ),
  update: writing(async (db, owner: ViewOwner, id: string, patch: ViewPatch): Promise<SavedView | undefined> => {
    const view = await db.one(FIND_VIEW, { ...owner, id });
    return view && (await save(db, owner, { ...view, ...patch, updatedAtMs: Date.now() }));
  }),
  remove: writing(
    async (db, owner: ViewOwner, id: string): Promise<boolean> => (await db.run(DELETE_VIEW, { ...owner, id })) > 0,
  ),
};

async function save(db: Db, owner: ViewOwner, sent: SavedView): Promise<SavedView> {
  const view = { ...sent, name: storeText(sent.name), search: storeText(sent.search) };
  const known = await db.one(FIND_VIEW_NAMED, { ...owner, ...view });
  if (known !== undefined && known.id !== view.id) {
    throw new Taken('VIEW_NAME_EXISTS', `You already have a view named "${view.name}" on this page.`);
  }
  await db.run(SAVE_VIEW, { ...owner, ...view });
  return view;
}
