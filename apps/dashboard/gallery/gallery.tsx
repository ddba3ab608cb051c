import { PageHeader } from '../src/design/layout/page-header.tsx';
import styles from './gallery.module.css';
import { ChartSection } from './sections/chart-section.tsx';
import { DataSection } from './sections/data-section.tsx';
import { InputSection } from './sections/input-section.tsx';
import { MoreChartsSection } from './sections/more-charts-section.tsx';
import { StateSection } from './sections/state-section.tsx';
import { ValueSection } from './sections/value-section.tsx';

export interface GalleryProps {
  readonly scheme: 'light' | 'dark';
}

export function Gallery({ scheme }: GalleryProps) {
  const other = scheme === 'light' ? 'dark' : 'light';
  return (
    <main className={styles.gallery}>
      <PageHeader
        title="Gallery"
        description="Every component in all its states, with data as it comes and data as nobody wants it."
        breadcrumbs={[{ label: 'Lamppost', href: '#' }]}
        actions={<a href={`?theme=${other}`}>Show in {other}</a>}
      />
      <ValueSection />
      <StateSection />
      <InputSection />
      <DataSection />
      <ChartSection />
      <MoreChartsSection />
    </main>
  );
}
