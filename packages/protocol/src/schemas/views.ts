import Type from 'typebox';
import { Data, IsoTime, List, PageQuery, Slug, Uuid } from './common.ts';
import { Closed } from './insights/closed.ts';

const Name = Type.String({ minLength: 1, maxLength: 80 });
const Search = Type.String({ maxLength: 4_000, description: 'Query string of the page, without the question mark' });

export const NewViewBody = Closed({ page: Slug, name: Name, search: Search });
export const ViewPatch = Closed({ name: Type.Optional(Name), search: Type.Optional(Search) });
export const ViewsQuery = Type.Object({ ...PageQuery, page: Type.Optional(Slug) });
const ViewRow = Type.Object({
  id: Uuid,
  page: Type.String({ description: 'Page of the dashboard that it is a view of, such as `flags`' }),
  name: Type.String(),
  search: Search,
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const ViewAnswer = Data(ViewRow);
export const ViewsAnswer = List(ViewRow);
