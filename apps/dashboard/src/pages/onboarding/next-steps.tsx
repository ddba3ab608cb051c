import { IconActivity, IconChartLine, IconFlag, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useRole } from '../../api/environment.ts';
import { AppLink } from '../../design/primitives/app-link.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { usePageHref } from '../../navigation/use-page-href.ts';
import styles from './onboarding.module.css';

/** What to do once the first event is there. The page does not move: the event that has just appeared stays in sight. */
export function NextSteps() {
  const href = usePageHref();
  const { can } = useRole();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  const cards = [
    {
      href: href('/overview'),
      icon: IconActivity,
      title: 'View overview',
      words: 'Active users, events and crashes in real time',
    },
    ...(can('editor')
      ? [
          {
            href: href('/flags', { new: true }),
            icon: IconFlag,
            title: 'Create a flag',
            words: 'Turn a feature on for some users first, and off instantly',
          },
        ]
      : []),
    {
      href: href('/explore'),
      icon: IconChartLine,
      title: 'Explore your data',
      words: 'Trends, funnels and retention for your events',
    },
    ...(can('admin')
      ? [
          {
            href: href('/settings', { tab: 'members', new: true }),
            icon: IconUserPlus,
            title: 'Invite a teammate',
            words: 'Share a link and choose a role',
          },
        ]
      : []),
  ];
  return (
    <section className={styles.next} aria-label="Next steps">
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        Next steps
      </h2>
      <ul className={styles.cards}>
        {cards.map(({ href: to, icon: Icon, title, words }) => (
          <li key={title}>
            <AppLink href={to} className={styles.nextCard}>
              <Icon size={20} stroke={1.6} aria-hidden />
              <span className={textStyles.strong}>{title}</span>
              <span className={styles.nextWords}>{words}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
