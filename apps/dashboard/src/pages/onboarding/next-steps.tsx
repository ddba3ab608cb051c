import { IconActivity, IconChartLine, IconFlag, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useRole } from '../../api/environment.ts';
import { AppLink } from '../../design/layout/app-link.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import styles from './onboarding.module.css';

/** Where the page goes on by itself once the first event is there. */
export function NextSteps() {
  const href = usePageHref();
  const { can } = useRole();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' });
  }, []);
  const cards = [
    {
      href: href('/overview'),
      icon: IconActivity,
      title: 'See the overview',
      words: 'Active users, events and crashes, as they come in.',
    },
    ...(can('editor')
      ? [
          {
            href: href('/flags', { new: true }),
            icon: IconFlag,
            title: 'Create a flag',
            words: 'Turn something on for a few people first, and off again in a second.',
          },
        ]
      : []),
    {
      href: href('/explore'),
      icon: IconChartLine,
      title: 'Ask a question',
      words: 'Trends, funnels and retention over the events that you send.',
    },
    ...(can('admin')
      ? [
          {
            href: href('/settings', { tab: 'members', new: true }),
            icon: IconUserPlus,
            title: 'Invite a colleague',
            words: 'By a link, with a role.',
          },
        ]
      : []),
  ];
  return (
    <section className={styles.next} aria-label="What to do next">
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        It works. What next?
      </h2>
      <ul className={styles.cards}>
        {cards.map(({ href: to, icon: Icon, title, words }) => (
          <li key={title}>
            <AppLink href={to} className={styles.nextCard}>
              <Icon size={20} stroke={1.6} aria-hidden />
              <span className={styles.nextTitle}>{title}</span>
              <span className={styles.nextWords}>{words}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
