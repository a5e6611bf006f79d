import type { Attendance } from '@foyer/contracts/live.ts'
import { type ReactNode, useEffect, useState } from 'react'
import toast from 'react-hot-toast/headless'
import { AttendanceFaces } from '../../src/app/attendance-faces.tsx'
import { backOnlineMachine } from '../../src/app/back-online.machine.ts'
import { BackOnlineBanner } from '../../src/app/back-online-banner.tsx'
import type { ConnectionWord } from '../../src/app/connection.rules.ts'
import { ConnectionBanner } from '../../src/app/connection-banner.tsx'
import { ConnectionStatus } from '../../src/app/connection-status.tsx'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { ErrorPage, PageAbsent, PageError } from '../../src/app/error-page.tsx'
import { NoOrganization } from '../../src/app/no-organization.tsx'
import { NotFoundPage } from '../../src/app/not-found-page.tsx'
import { ToastArea } from '../../src/app/toast-area.tsx'
import { InboxScreen } from '../../src/features/inbox/inbox-screen.tsx'
import { NothingOpen } from '../../src/features/inbox/thread/thread-states.tsx'
import type { Absence } from '../../src/lib/absent-code.ts'
import { useApp } from '../../src/parts/services.tsx'
import { notifyUndo } from '../../src/ui/notify.tsx'
import { EPOCH, ok } from '../canned-api.ts'
import { back, counts, runningLive, stillLive } from '../canned-live.ts'
import { nextPage, page } from '../fixtures/conversations.ts'
import { usualThread } from '../fixtures/messages.ts'
import { cedar, me, timezone } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { LiveScene } from '../scenes/live-scene.tsx'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

const LIVE = { linked: { talk: 'live', watchdog: 'listening' } } as const
const since = new Date('2026-11-19T15:12:00.000Z')

/** Toasts live outside of entries, so this component shows them and removes them with the entry. */
function Toasts({ show }: { show: () => void }) {
  useEffect(() => {
    show()
    return () => {
      for (const id of ids.splice(0)) toast.remove(id)
      toast.remove()
    }
  }, [show])
  return (
    <main className="flex-1">
      <ToastArea />
    </main>
  )
}

const ids: string[] = []
const staying = { duration: Number.POSITIVE_INFINITY }
const say = (...words: string[]) => {
  for (const text of words) ids.push(toast.success(text, staying))
}
const fail = (text: string) => ids.push(toast.error(text, staying))

function Blank({ children }: { children: ReactNode }) {
  return <div className="flex flex-1 flex-col">{children}</div>
}

function Absent({ why }: { why: Absence }) {
  const [ask] = useState(() => () => Promise.resolve(why))
  return (
    <main className="flex-1 px-6 py-9">
      <PageAbsent ask={ask} />
    </main>
  )
}

/** Keeps the back-online banner on one of its lines. */
const STAYS_MS = 2 ** 31 - 1
const staysBack = backOnlineMachine.provide({ delays: { back: STAYS_MS } })
const staysCaughtUp = backOnlineMachine.provide({ delays: { back: 0, caughtUp: STAYS_MS } })

function Returned({ machine }: { machine: typeof backOnlineMachine }) {
  return (
    <Stage live={() => stillLive(LIVE, true, back)}>
      <Outage machine={machine} />
    </Stage>
  )
}

/** The outage ends as soon as the banner has noticed it. */
function Outage({ machine }: { machine: typeof backOnlineMachine }) {
  const app = useApp()
  const [lasts, setLasts] = useState(true)
  useEffect(() => {
    app.changeOutbox({ waiting: 0, sent: 2 })
    app.setCounts(cedar._id, { ...counts, unreadMessages: counts.unreadMessages + 5 })
    setLasts(false)
  }, [app])
  useHand(async ({ find }) => void (await find('[data-testid=back-online-banner]')))
  return <BackOnlineBanner noticed={lasts} isLive={!lasts} machine={machine} />
}

function AboutConnection({ word }: { word: ConnectionWord }) {
  useHand(async ({ press, find }) => {
    await press('[aria-label$="about the connection"]')
    await find('[role=dialog] dl')
  })
  return (
    <Stage live={() => (word === 'Live' ? stillLive(LIVE, true, back) : stillLive('away', false))}>
      <header className="flex justify-end bg-canvas px-3 py-2">
        <ConnectionStatus word={word} since={word === 'Live' ? null : since} />
      </header>
    </Stage>
  )
}

/** The colleagues who are here: two of them, or more than the faces that fit. */
function Here({ staff, open = false }: { staff: Attendance['staff']; open?: boolean }) {
  useHand(async ({ press, find }) => {
    await find('header [aria-haspopup=dialog]')
    if (!open) return
    await press('header [aria-haspopup=dialog]')
    await find('[role=dialog] ul')
  })
  return (
    <Stage live={() => stillLive(LIVE, true, back, staff)}>
      <header className="flex justify-end bg-canvas px-3 py-2">
        <AttendanceFaces />
      </header>
    </Stage>
  )
}

const HERE = [
  { _id: 'usr_dana', state: 'replying' },
  { _id: 'usr_lena', state: 'viewing' },
  { _id: 'usr_sam', state: 'viewing' },
] as const satisfies Attendance['staff']
const MANY_HERE = [
  ...HERE,
  ...['usr_long', 'usr_priya', 'usr_new', 'usr_newer', 'usr_newest'].map((_id) => ({ _id, state: 'viewing' as const })),
]

const openMenu =
  (selector: string) =>
  async ({ press, find }: Hand) => {
    await press(selector)
    await find('[role=menu]')
  }

/** The whole inbox in use, on answers that never change. */
function WholeInbox() {
  return (
    <Stage
      live={() => runningLive()}
      answers={{
        conversations: ({ query }) => ({ ...ok(query.page === 1 ? [...page] : [...nextPage]), epoch: EPOCH }),
        messages: () => ok([...usualThread]),
        conversation: () => ok(page[0] ?? null),
        updateLastSeen: () => ok(page[0] as (typeof page)[number]),
      }}
    >
      <DefaultLayout>
        <InboxScreen organizationId={cedar._id} timezone={timezone} me={me} />
      </DefaultLayout>
    </Stage>
  )
}

/** Only a phone has a bar with "More". */
function BarMore() {
  useHand(async ({ press, find }) => {
    if (!matchMedia('(width < 768px)').matches) return
    await press('nav[aria-label=Main] [aria-haspopup=dialog]')
    await find('nav[aria-label=More] a')
  })
  return <WholeInbox />
}

export const shell = part('Shell', {
  inbox: { title: 'The whole inbox', show: () => <WholeInbox /> },
  more: { title: 'More destinations on a phone', show: () => <BarMore /> },
  'nothing-open': {
    title: 'No conversation is open',
    show: () => (
      <div className="flex flex-1">
        <NothingOpen offline={false} onNext={() => undefined} />
      </div>
    ),
  },
  offline: {
    title: 'Banner: offline',
    show: () => (
      <ConnectionBanner
        waiting={2}
        onTry={() => undefined}
        word="Offline"
        cause="noNetwork"
        since={since}
        timezone={timezone}
      />
    ),
  },
  'offline-from-the-start': {
    title: 'Banner: offline, nobody knows since when',
    show: () => (
      <ConnectionBanner
        waiting={2}
        onTry={() => undefined}
        word="Offline"
        cause="failing"
        since={null}
        timezone={timezone}
      />
    ),
  },
  reconnecting: {
    title: 'Banner: reconnecting',
    show: () => (
      <ConnectionBanner
        waiting={2}
        onTry={() => undefined}
        word="Reconnecting"
        cause="liveOnly"
        since={since}
        timezone={timezone}
      />
    ),
  },
  'back-online': { title: 'Banner: back online', show: () => <Returned machine={staysBack} /> },
  'caught-up': { title: 'Banner: caught up', show: () => <Returned machine={staysCaughtUp} /> },
  'connection-live': { title: 'About the connection: live', show: () => <AboutConnection word="Live" /> },
  'connection-offline': { title: 'About the connection: offline', show: () => <AboutConnection word="Offline" /> },
  here: { title: 'Who is here', show: () => <Here staff={[...HERE]} /> },
  'here-many': { title: 'Who is here: more than fit', show: () => <Here staff={MANY_HERE} open /> },
  account: {
    title: 'The account menu',
    show: () => <LiveScene value={LIVE} then={openMenu('header [aria-haspopup=menu]:has(.rounded-full)')} />,
  },
  organizations: {
    title: 'Of which organization',
    show: () => <LiveScene value={LIVE} then={openMenu('header [aria-haspopup=menu]')} />,
  },
  words: {
    title: 'The four words of the connection',
    show: () => (
      <Stage>
        <div className="flex flex-wrap gap-4 bg-canvas p-4">
          {(['Live', 'Catching up', 'Reconnecting', 'Offline'] as const).map((word) => (
            <ConnectionStatus key={word} word={word} since={since} />
          ))}
        </div>
      </Stage>
    ),
  },
  opening: {
    title: 'Connecting for the first time',
    show: () => <LiveScene value={{ linked: { talk: 'opening', watchdog: 'listening' } }} />,
  },
  asking: {
    title: 'Catching up: asking',
    show: () => <LiveScene value={{ linked: { talk: { catchingUp: 'asking' }, watchdog: 'listening' } }} />,
  },
  refused: {
    title: 'Catching up: not now',
    show: () => <LiveScene value={{ linked: { talk: { catchingUp: 'refused' }, watchdog: 'listening' } }} />,
  },
  settling: {
    title: 'Catching up: waiting for the screens',
    show: () => <LiveScene value={{ linked: { talk: { catchingUp: 'settling' }, watchdog: 'listening' } }} />,
  },
  live: { title: 'Live', show: () => <LiveScene value={LIVE} /> },
  away: { title: 'Away', show: () => <LiveScene value="away" networkUp={false} /> },
  'checking-session': {
    title: 'Is the session over?',
    show: () => <LiveScene value={{ unauthenticated: 'checking' }} />,
  },
  'session-ended': { title: 'The session is over', show: () => <LiveScene value={{ unauthenticated: 'ended' }} /> },
  toasts: {
    title: 'Toasts',
    show: () => (
      <Toasts
        show={() => {
          say('Reminder sent to Naomi Feldman')
          notifyUndo('Conversation with Aisha Mahmoud closed', () => undefined)
          fail('Error! wrong format. Use a name, or a number like (512) 555-0142')
        }}
      />
    ),
  },
  'many-toasts': {
    title: 'Many toasts, long words',
    show: () => (
      <Toasts
        show={() => {
          fail('referral-ThisIsOneWordThatNobodyCanBreakBetweenItsSyllables.pdf is larger than 10 MB and was left out.')
          say('One', 'Two', 'Three', 'Four')
        }}
      />
    ),
  },
  'page-error': {
    title: 'A page stopped working',
    show: () => (
      <Blank>
        <PageError error={null} />
      </Blank>
    ),
  },
  'page-absent': { title: 'A page could not be fetched', show: () => <Absent why="unreachable" /> },
  'page-newer': { title: 'A page of another version', show: () => <Absent why="newer version" /> },
  'whole-error': { title: 'The app stopped working', show: () => <ErrorPage error={null} /> },
  'not-found': { title: 'Not found', show: () => <NotFoundPage /> },
  'no-organization': {
    title: 'Of no organization',
    show: () => (
      <Blank>
        <NoOrganization />
      </Blank>
    ),
  },
})
