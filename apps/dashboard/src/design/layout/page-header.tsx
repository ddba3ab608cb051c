import type { ReactNode } from 'react';
import { AppLink } from '../primitives/app-link.tsx';
import flowStyles from './flow.module.css';
import styles from './page-header.module.css';

export interface Breadcrumb {
  readonly label: string;
  readonly href: string;
}

export interface PageHeaderProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Buttons; the primary one last. */
  readonly actions?: ReactNode;
  /** The way to this page, without the page itself. */
  readonly breadcrumbs?: readonly Breadcrumb[] | undefined;
  /** Stands beside the title: a state, a type. */
  readonly badge?: ReactNode;
}

export function PageHeader({ title, description, actions, breadcrumbs, badge }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {breadcrumbs !== undefined && breadcrumbs.length > 0 && (
        <nav aria-label="Breadcrumbs">
          <ol className={styles.breadcrumbs}>
            {breadcrumbs.map((crumb) => (
              <li key={crumb.href}>
                <AppLink href={crumb.href} className={styles.crumb}>
                  {crumb.label}
                </AppLink>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={styles.row}>
        <div className={styles.words}>
          <div className={styles.titleRow}>
            <h1 className={styles.title} tabIndex={-1}>
              {title}
            </h1>
            {badge}
          </div>
          {description !== undefined && <p className={styles.description}>{description}</p>}
        </div>
        {actions !== undefined && (
          <div className={flowStyles.row8} data-no-print>
            {actions}
          </div>
        )}
      </div>
    </header>
  );
}
