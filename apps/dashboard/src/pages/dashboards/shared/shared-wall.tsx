import { useQueries } from '@tanstack/react-query';
import { useApiClient } from '../../../api/api-context.ts';
import { Wall, type WallProps } from '../wall/wall.tsx';
import { SharedGrid } from './shared-grid.tsx';
import { sharedQuery } from './use-shared.ts';

export interface SharedWallProps extends Pick<WallProps, 'rotateSeconds' | 'onRefresh' | 'onClose'> {
  readonly tokens: readonly string[];
}

/** The dashboards of several links, one after the other. A link that has ended is left out. */
export function SharedWall({ tokens, ...wall }: SharedWallProps) {
  const api = useApiClient();
  const results = useQueries({ queries: tokens.map((token) => sharedQuery(api, token)) });
  const shown = results.flatMap(({ data, error }, at) =>
    data === undefined || error !== null ? [] : [{ token: tokens[at] ?? '', dashboard: data }],
  );
  return (
    <Wall titles={shown.map(({ dashboard }) => dashboard.name)} {...wall}>
      {(index) => {
        const one = shown[index];
        return one && <SharedGrid key={one.token} {...one} />;
      }}
    </Wall>
  );
}
