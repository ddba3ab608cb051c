import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import '../src/design/tokens.css';
import '../src/app/global.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '../src/app/theme/theme.ts';
import { SeriesColoursProvider } from '../src/charts/series-colours.tsx';
import { TimeZoneProvider } from '../src/design/primitives/time-zone.tsx';
import { Gallery } from './gallery.tsx';
import { PerfPage } from './perf/perf-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');
const scheme = new URLSearchParams(window.location.search).get('theme') === 'dark' ? 'dark' : 'light';
const isPerf = window.location.hash === '#perf';

createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme={scheme}
    forceColorScheme={scheme}
  >
    <Notifications position="bottom-right" />
    <TimeZoneProvider timeZone="Europe/Berlin">
      <SeriesColoursProvider>{isPerf ? <PerfPage /> : <Gallery scheme={scheme} />}</SeriesColoursProvider>
    </TimeZoneProvider>
  </MantineProvider>,
);
