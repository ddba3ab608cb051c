import flowStyles from '../design/layout/flow.module.css';
import { Panel } from '../design/layout/panel.tsx';
import textStyles from '../design/primitives/text.module.css';
import { PageLink } from '../navigation/page-link.tsx';
import type { FlagUse } from './flag-uses.ts';

export interface FlagUsesPanelProps {
  readonly title: string;
  readonly uses: readonly FlagUse[];
  readonly none: string;
  readonly isLoading: boolean;
  /** Undefined unless they could not be loaded. */
  readonly onRetry: (() => void) | undefined;
  readonly hasEnvironments?: boolean | undefined;
}

export function FlagUsesPanel({ title, uses, none, isLoading, onRetry, hasEnvironments = false }: FlagUsesPanelProps) {
  return (
    <Panel
      title={title}
      isLoading={isLoading}
      loadingHeight={48}
      error={onRetry === undefined ? undefined : { title: "Couldn't load flags", onRetry }}
    >
      {uses.length === 0 ? (
        <p className={textStyles.mutedText}>{none}</p>
      ) : (
        <ul className={flowStyles.list6}>
          {uses.map(({ key, environments }) => (
            <li key={key}>
              <PageLink page="/flags/$key" params={{ key }} className={textStyles.mono}>
                {key}
              </PageLink>
              {hasEnvironments && <span className={textStyles.mutedText}> in {environments.join(', ')}</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
