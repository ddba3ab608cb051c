import { Button } from '@mantine/core';
import { useRole } from '../../api/environment.ts';
import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { Panel } from '../../design/layout/panel.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { PageLink } from '../../navigation/page-link.tsx';
import styles from './dashboards.module.css';
import type { DashboardActions } from './use-dashboard-actions.ts';

/** Dashboards to begin with. */
export function TemplateCards({ actions }: { readonly actions: DashboardActions }) {
  const { can, whyNot } = useRole();
  const templates = useApi('/v1/dashboards', { query: { is_template: true, limit: 100 } });
  return (
    <Panel
      title="Templates"
      description="Ready-made dashboards you can copy and change"
      isLoading={templates.isPending}
      loadingHeight={120}
      error={failureOf(templates, "Couldn't load templates")}
    >
      <ul className={styles.templates}>
        {templates.data?.map(({ id, name, description }) => (
          <li key={id} className={styles.template}>
            <PageLink page="/dashboards/$id" params={{ id }} className={textStyles.medium}>
              {name}
            </PageLink>
            <p className={styles.templateWords}>{description}</p>
            <Button
              size="xs"
              variant="default"
              disabled={!can('editor') || actions.isBusy}
              title={whyNot('editor')}
              aria-label={`Use template ${name}`}
              onClick={() => actions.copy(id, 'template')}
            >
              Use template
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
