import { standings } from '@foyer/contracts/appointments/status.rules.ts'
import type { Visit } from '@foyer/contracts/inbox/conversation.ts'
import { Banknote, CircleAlert, CircleCheck, CloudOff, Lock, Phone, Printer, Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { WaitClock } from '../../src/features/inbox/list/wait-clock.tsx'
import { RequestLabel } from '../../src/features/inbox/request-label.tsx'
import { DeliveryMark, type ShownDelivery } from '../../src/features/inbox/thread/delivery-mark.tsx'
import { slipOfVisit } from '../../src/parts/visits/slip.rules.ts'
import { VisitSlip } from '../../src/parts/visits/visit-slip.tsx'
import { Banner } from '../../src/ui/banner.tsx'
import { Button } from '../../src/ui/button.tsx'
import type { ButtonKind } from '../../src/ui/button-look.rules.ts'
import { ChartTab } from '../../src/ui/chart-tab.tsx'
import { CountPill } from '../../src/ui/count-pill.tsx'
import { Drawer } from '../../src/ui/drawer.tsx'
import { Field } from '../../src/ui/field.tsx'
import { IconButton } from '../../src/ui/icon-button.tsx'
import { Logo } from '../../src/ui/logo.tsx'
import { Menu } from '../../src/ui/menu.tsx'
import { Select } from '../../src/ui/select.tsx'
import { Sheet } from '../../src/ui/sheet.tsx'
import { Skeleton, SkeletonBar } from '../../src/ui/skeleton.tsx'
import { Spinner } from '../../src/ui/spinner.tsx'
import { SplitButton } from '../../src/ui/split-button.tsx'
import { StaffAvatar } from '../../src/ui/staff-avatar.tsx'
import { rosalind } from '../fixtures/conversations.ts'
import { allTime, now, officeHours, timezone } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { useHand } from '../use-hand.ts'

/** A card of the sheet, with its parts side by side. */
function Sheets({ children }: { children: ReactNode }) {
  return (
    <main className="grid w-full max-w-[1440px] gap-x-5 gap-y-6 self-center p-4 md:grid-cols-2 md:p-10">
      {children}
    </main>
  )
}

function Card({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col">
      <div className="mb-1.5 flex items-baseline gap-2">
        <h2 className="text-sm font-semibold">{title}</h2>
        {note && <p className="min-w-0 flex-1 truncate text-xs text-muted">{note}</p>}
      </div>
      <div className="flex-1 rounded-lg border border-line bg-surface p-4">{children}</div>
    </section>
  )
}

const KINDS: readonly ButtonKind[] = ['primary', 'default', 'ghost', 'danger', 'note']

function Buttons() {
  return (
    <div className="grid gap-2">
      {KINDS.map((kind) => (
        <div key={kind} className="flex flex-wrap items-center gap-2">
          <span className="w-16 text-xs text-muted capitalize">{kind}</span>
          <Button kind={kind}>Send</Button>
          <Button kind={kind} className="is-hovered">
            Send
          </Button>
          <Button kind={kind} className="is-focused">
            Send
          </Button>
          <Button kind={kind} disabledReason="Write a message first">
            Send
          </Button>
          <Button kind={kind} busy>
            Sending
          </Button>
        </div>
      ))}
    </div>
  )
}

const entries = [
  { label: 'Resolved', detail: 'Nothing is left to do', onSelect: () => undefined, chosen: true },
  { label: 'Star', icon: Star, onSelect: () => undefined },
  { label: 'Block (512) 555-0142…', danger: true, separated: true, onSelect: () => undefined },
]

function MenuOpen() {
  useHand(async ({ press, find }) => {
    await press('[aria-haspopup]')
    await find('[role=menu]')
  })
  return (
    <main className="p-4">
      <Menu
        label="More actions"
        content="More"
        className="rounded-md px-2 py-1"
        heading="With Rosalind"
        entries={entries}
      />
    </main>
  )
}

const choices = [
  { value: 'open', label: 'Open and unassigned' },
  { value: 'all', label: 'All statuses' },
]

function SelectOpen() {
  const [value, setValue] = useState('open')
  useHand(async ({ press, find }) => {
    await press('[aria-haspopup]')
    await find('[role=option]')
  })
  return (
    <main className="p-4">
      <Select label="Status" {...{ value, choices }} onChange={setValue} />
    </main>
  )
}

const DELIVERIES: readonly ShownDelivery[] = [
  'sending',
  'slow',
  'waiting',
  'queued',
  'sent',
  'delivered',
  'undelivered',
  'unconfirmed',
  'stale',
]
const REQUESTS = ['appointment', 'prescription', 'billing', 'concierge', 'other'] as const
const minutes = (ago: number) => new Date(now.getTime() - ago * 60_000).toISOString()

export const controls = part('Controls', {
  buttons: {
    title: 'Buttons',
    show: () => (
      <Sheets>
        <Card title="Buttons" note="rest, hover, focus, disabled, busy">
          <Buttons />
        </Card>
        <Card title="Sizes" note="28, 32, 40 and 44 px">
          <div className="flex flex-wrap items-center gap-2">
            {(['sm', 'md', 'lg', 'touch'] as const).map((size) => (
              <Button key={size} size={size} icon={Banknote}>
                Cash pay
              </Button>
            ))}
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-2">
            {(['sm', 'md', 'lg', 'touch'] as const).map((size) => (
              <IconButton key={size} size={size} icon={Star} label={`Star, ${size}`} />
            ))}
          </div>
          <div className="mt-3 flex flex-wrap gap-2">
            <SplitButton
              label="Close"
              icon={CircleCheck}
              onPress={() => undefined}
              menuLabel="Close with another status"
              entries={entries}
            />
            <SplitButton
              label="Send"
              kind="primary"
              onPress={() => undefined}
              menuLabel="Send later"
              entries={entries}
              busy
            />
          </div>
        </Card>
      </Sheets>
    ),
  },
  fields: {
    title: 'Fields',
    show: () => (
      <Sheets>
        <Card title="Fields" note="label above, help or error below, never placeholder only">
          <div className="grid gap-4 md:grid-cols-2">
            <Field label="Mobile phone" icon={Phone} defaultValue="(512) 555-0142" help="Shown to staff only" />
            <Field label="Fax number" icon={Printer} defaultValue="512-555-01" error="Needs 10 digits" />
            <Field label="Focused" defaultValue="Carver" autoFocus />
            <Field label="Time" size="lg" defaultValue="14:30" help="Half-hour slots, or type HH:MM" />
          </div>
        </Card>
        <Card title="Choices">
          <div className="flex flex-wrap gap-3">
            <Select label="Status" value="open" choices={choices} onChange={() => undefined} />
            <Select label="Status, narrowed" value="all" choices={choices} onChange={() => undefined} filtering />
            <Select label="Sort" size="touch" value="all" choices={choices} onChange={() => undefined} />
          </div>
        </Card>
      </Sheets>
    ),
  },
  'menu-open': { title: 'A menu', show: () => <MenuOpen /> },
  'select-open': { title: 'A list of choices', show: () => <SelectOpen /> },
  drawer: {
    title: 'A drawer',
    show: () => (
      <Drawer open title={`Details of ${'a very long name '.repeat(6)}`} onClose={() => undefined}>
        <p className="p-4">What it is about.</p>
      </Drawer>
    ),
  },
  sheet: {
    title: 'A sheet',
    show: () => (
      <Sheet open title="Details" onClose={() => undefined}>
        <p className="p-4">What it is about.</p>
      </Sheet>
    ),
  },
  feedback: {
    title: 'Banners, counts and waiting',
    show: () => (
      <Sheets>
        <Card title="Banners">
          <Banner kind="bad" icon={CloudOff} action={<Button size="sm">Try now</Button>}>
            Offline since 9:18 AM. 2 messages send when you are back.
          </Banner>
          <Banner kind="warn" icon={CircleAlert}>
            Reconnecting. What you see may be up to 20 seconds old.
          </Banner>
          <Banner kind="ok" icon={CircleCheck}>
            Back online. 2 sent, 5 new messages in.
          </Banner>
        </Card>
        <Card title="Waiting and counts" note="time since the patient last wrote">
          <div className="flex flex-wrap gap-4 text-xs text-muted">
            {[4, 21, 64, 60 * 30].map((ago) => (
              <WaitClock key={ago} since={minutes(ago)} {...{ now, timezone, openTime: allTime }} />
            ))}
            <WaitClock since={minutes(60 * 48)} {...{ now, timezone, openTime: officeHours }} />
            <WaitClock since={minutes(21)} {...{ now, timezone, openTime: null }} />
          </div>
          <div className="mt-3 flex items-center gap-3">
            <CountPill count={3} label="unread" />
            <CountPill count={12} label="unread" />
            <CountPill count={120} label="unread" />
            <CountPill count={7} label="unseen" kind="neutral" />
            <span className="bg-rail p-2">
              <CountPill count={9} label="unread" kind="rail" />
            </span>
          </div>
          <p className="marker mt-3 px-2 py-1">Marker: arrived a moment ago</p>
        </Card>
        <Card title="Loading">
          <div className="flex items-center gap-4">
            <Spinner />
            <div className="flex-1">
              <Skeleton>
                <SkeletonBar />
              </Skeleton>
            </div>
          </div>
        </Card>
        <Card title="Delivery" note="a word and a shape, never colour alone">
          <div className="grid gap-2 text-xs text-subtle">
            {DELIVERIES.map((delivery) => (
              <DeliveryMark key={delivery} delivery={delivery} />
            ))}
          </div>
        </Card>
      </Sheets>
    ),
  },
  people: {
    title: 'Who is who',
    show: () => (
      <Sheets>
        <Card title="Who is who" note="the shape tells the speaker apart">
          <div className="flex flex-wrap items-center gap-4">
            {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
              <ChartTab key={size} name="Rosalind Carver" size={size} />
            ))}
            <ChartTab name="Unknown" />
            {([18, 24, 28, 36, 52] as const).map((size) => (
              <StaffAvatar key={size} name="Dana Whitfield" size={size} />
            ))}
            <Logo height={36} />
          </div>
        </Card>
        <Card title="Every letter on its stock">
          <div className="flex flex-wrap gap-1">
            {[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => (
              <ChartTab key={letter} name={letter + letter} />
            ))}
            <ChartTab name="فاطمة" />
            <ChartTab name="王小明" />
            <ChartTab name="Бондаренко" />
          </div>
        </Card>
      </Sheets>
    ),
  },
  words: {
    title: 'Status words',
    show: () => (
      <Sheets>
        <Card title="Visits" note="icon, word, then colour">
          <div className="grid gap-2">
            {standings.map((standing) => (
              <VisitSlip
                key={standing}
                visit={{ ...slipOfVisit(rosalind.appointment as Visit), standing }}
                timezone={timezone}
              />
            ))}
          </div>
        </Card>
        <Card title="Requests">
          <div className="flex flex-wrap gap-3 text-xs text-muted">
            {REQUESTS.map((type) => (
              <RequestLabel key={type} type={type} />
            ))}
            <span className="inline-flex items-center gap-1 text-note-text">
              <Lock aria-hidden size={13} />
              Internal note
            </span>
          </div>
        </Card>
      </Sheets>
    ),
  },
})
