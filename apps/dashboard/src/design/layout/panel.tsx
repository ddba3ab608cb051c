import { type ReactNode, useId } from 'react';
import { EmptyState, type EmptyStateProps } from '../feedback/empty-state.tsx';
import { ErrorState, type ErrorStateProps } from '../feedback/error-state.tsx';
import { LoadingBlock } from '../feedback/loading-block.tsx';
import flowStyles from './flow.module.css';
import styles from './panel.module.css';

export interface PanelProps {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** Holds the place with a skeleton of this height. */
  readonly isLoading?: boolean | undefined;
  readonly loadingHeight?: number | undefined;
  /** Wins over `empty` and the content. */
  readonly error?: ErrorStateProps | undefined;
  readonly empty?: EmptyStateProps | undefined;
  /** Content reaches the border: for tables and lists. */
  readonly isFlush?: boolean | undefined;
  readonly footer?: ReactNode;
}

/** A surface with a title. What it shows instead of its content is decided here, once for all pages. */
export function Panel(props: PanelProps) {
  const { title, description, actions, footer, isFlush = false } = props;
  const titleId = useId();
  const hasHeader = title !== undefined || actions !== undefined;
  return (
    <section className={styles.panel} aria-labelledby={title === undefined ? undefined : titleId}>
      {hasHeader && (
        <header className={styles.header}>
          <div className={styles.words}>
            {title !== undefined && (
              <h2 id={titleId} className={styles.title}>
                {title}
              </h2>
            )}
            {description !== undefined && <p className={styles.description}>{description}</p>}
          </div>
          {actions !== undefined && (
            <div className={flowStyles.row8} data-no-print>
              {actions}
            </div>
          )}
        </header>
      )}
      <div className={isFlush ? styles.flush : styles.body} aria-busy={props.isLoading}>
        <PanelContent {...props} />
      </div>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
}

function PanelContent({ error, isLoading = false, loadingHeight = 160, empty, children }: PanelProps) {
  if (error !== undefined) return <ErrorState {...error} />;
  if (isLoading) return <LoadingBlock height={loadingHeight} />;
  if (empty !== undefined) return <EmptyState {...empty} />;
  return children;
}
