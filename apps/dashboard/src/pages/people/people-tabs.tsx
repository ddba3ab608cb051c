import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';

/** Two views of who was there: persons, and the devices that registered. */
export function PeopleTabs({ value }: { readonly value: 'people' | 'devices' }) {
  const href = usePageHref();
  const navigate = useNavigateTo();
  const tabs = [
    { value: 'people', label: 'People', href: href('/people') },
    { value: 'devices', label: 'Devices', href: href('/devices') },
  ] as const;
  return (
    <SegmentedTabs
      label="People and devices"
      value={value}
      tabs={tabs}
      onChange={(chosen) => navigate(tabs.find((tab) => tab.value === chosen)?.href ?? href('/people'))}
    />
  );
}
