import { CodeBlock } from '../../src/design/code/code-block.tsx';
import { formatDuration } from '../../src/design/format/format-duration.ts';
import { formatPercent } from '../../src/design/format/format-number.ts';
import { CopyField } from '../../src/design/inputs/copy-field.tsx';
import { Panel } from '../../src/design/layout/panel.tsx';
import { BarList } from '../../src/design/primitives/bar-list.tsx';
import { Change } from '../../src/design/primitives/change.tsx';
import { Duration } from '../../src/design/primitives/duration.tsx';
import { KeyHint } from '../../src/design/primitives/key-hint.tsx';
import { KeyValue } from '../../src/design/primitives/key-value.tsx';
import { Percent } from '../../src/design/primitives/percent.tsx';
import { RelativeTime } from '../../src/design/primitives/relative-time.tsx';
import { ShortNumber } from '../../src/design/primitives/short-number.tsx';
import { Sparkline } from '../../src/design/primitives/sparkline.tsx';
import { StatTile } from '../../src/design/primitives/stat-tile.tsx';
import { StatusBadge } from '../../src/design/primitives/status-badge.tsx';
import styles from '../gallery.module.css';
import { days, hostile, wave } from '../sample-data.ts';
import { Section, State } from '../state.tsx';

const fortnight = wave(days(14), 12_000, 3);
const against = 'the 7 days before';

export function ValueSection() {
  return (
    <Section name="Values">
      <State name="Tiles">
        <div className={styles.grid}>
          <StatTile
            label="Active users"
            value={12_431}
            before={11_020}
            good="up"
            against={against}
            sparkline={fortnight}
            isLastIncomplete
            href="#users"
          />
          <StatTile
            label="Crash-free sessions"
            value={99.87}
            format={(value) => formatPercent(value)}
            before={99.93}
            good="up"
            of="84.2 k sessions"
            against={against}
            sparkline={fortnight.map((value) => 100 - 1_000 / value)}
          />
          <StatTile
            label="Cold start, p95"
            value={1_240}
            format={formatDuration}
            before={1_410}
            good="down"
            against={against}
            sparkline={fortnight.toReversed()}
          />
          <StatTile label="Events" value={0} before={0} sparkline={fortnight.map(() => 0)} />
          <StatTile label="Loading" value={undefined} isLoading />
          <StatTile label={hostile.long} value={null} before={null} sparkline={[null, null]} />
        </div>
      </State>
      <State name="Numbers, shares, durations, times">
        <div className={styles.row}>
          <ShortNumber value={12_431} unit="events" one="event" />
          <ShortNumber value={0} />
          <ShortNumber value={999_950} />
          <ShortNumber value={0.0421} />
          <ShortNumber value={null} />
          <Percent value={30} of="people of production" isSpelledOut />
          <Percent value={99.996} of="sessions" />
          <Percent value={0.001} of="sessions" />
          <Duration ms={820} />
          <Duration ms={1_240} />
          <Duration ms={200_000} />
          <Duration ms={97_000_000} />
          <RelativeTime at={Date.now() - 3 * 60_000} />
          <RelativeTime at={Date.now() + 2 * 3_600_000} />
          <RelativeTime at="2025-03-12T08:00:00Z" />
          <RelativeTime at="not a time" />
        </div>
      </State>
      <State name="Changes">
        <div className={styles.row}>
          <Change now={112} before={100} good="up" against={against} />
          <Change now={88} before={100} good="up" />
          <Change now={88} before={100} good="down" />
          <Change now={100} before={100} />
          <Change now={5} before={0} />
          <Change now={5_000} before={3} good="up" />
          <Change now={null} before={3} />
        </div>
      </State>
      <State name="Badges, keys, ids">
        <div className={styles.row}>
          <StatusBadge tone="good">running</StatusBadge>
          <StatusBadge tone="bad">killed</StatusBadge>
          <StatusBadge tone="warn">stale</StatusBadge>
          <StatusBadge tone="neutral">draft</StatusBadge>
          <StatusBadge tone="accent">production</StatusBadge>
          <KeyHint keys={['mod', 'k']} />
          <KeyHint keys={['g', 'f']} />
          <CopyField value="new_checkout" label="Copy flag key" />
          <CopyField value="lpsk_production_5fX2secretsecretsecret" label="Copy secret key" isSecret />
          <CopyField value={hostile.long} isInline />
        </div>
      </State>
      <div className={styles.halves}>
        <Panel title="Facts">
          <KeyValue
            items={[
              { label: 'App version', value: '4.12.0' },
              { label: 'Device', value: 'iPhone 16 Pro' },
              { label: 'Name', value: hostile.rightToLeft },
              { label: 'Note', value: hostile.script },
              { label: 'Long', value: hostile.long },
              { label: 'Missing', value: null },
            ]}
          />
        </Panel>
        <Panel title="Most frequent events" actions={<span>last 7 days</span>}>
          <BarList
            of="events"
            total={84_210}
            items={[
              { name: 'screen_viewed', value: 41_022, href: '#screen' },
              { name: 'checkout_started', value: 12_400 },
              { name: hostile.long, value: 8_120 },
              { name: hostile.rightToLeft, value: 640 },
              { name: hostile.script, value: 12 },
              { name: '(none)', value: 0 },
            ]}
          />
        </Panel>
      </div>
      <State name="Sparklines: ordinary, a gap, one value, nothing">
        <div className={styles.row}>
          <Sparkline values={fortnight} isLastIncomplete label="Active users over 14 days" />
          <Sparkline values={[1, 3, null, null, 2, 4]} />
          <Sparkline values={[5]} />
          <Sparkline values={[]} />
        </div>
      </State>
      <State name="Code">
        <div className={styles.halves}>
          <CodeBlock
            language="js"
            code={
              "import { createLamppost } from '@lamppost/browser';\n\nconst lamppost = createLamppost({ key: 'lppk_…' });\nlamppost.track('checkout_completed', { price: 49.9 }); // once a purchase"
            }
          />
          <CodeBlock
            language="sql"
            code={
              "-- the busiest hours\nselect date_trunc('hour', timestamp) as hour, count(*)\nfrom events where event_name = 'checkout_completed'\ngroup by 1 order by 2 desc limit 10"
            }
          />
          <CodeBlock
            language="json"
            code={JSON.stringify({ event: 'signup', price: 5, trial: true, note: hostile.script }, null, 2)}
          />
          <CodeBlock
            language="bash"
            code={`curl -X POST "$LAMPPOST/v1/ingest" \\\n  -H 'Authorization: Bearer lppk_…' # the publishable key\n`}
          />
        </div>
      </State>
    </Section>
  );
}
