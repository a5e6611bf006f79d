import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { type Notice, noticeExample } from '@foyer/contracts/notices/notices.ts'
import { useEffect } from 'react'
import { Bell } from '../../src/features/notifications/bell.tsx'
import { PermissionNote } from '../../src/features/notifications/permission-note.tsx'
import { SettingsDrawer } from '../../src/features/notifications/settings-drawer.tsx'
import { forgetToasts, keepToast } from '../../src/ui/toast-log.ts'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { part } from '../gallery-entry.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

interface BellSceneProps {
  answers?: Answers
  /** Oldest first. */
  said?: readonly string[]
  open?: boolean
}

/** The bell in the corner where the app shows it; leaving the entry removes its notices. */
function BellScene({ said = NOTHING, open = false, answers }: BellSceneProps) {
  useEffect(() => {
    forgetToasts()
    for (const text of said) keepToast(text)
    return forgetToasts
  }, [said])
  useHand(async ({ press, find }) => {
    if (!open) return
    await press('[aria-label^=Notifications][aria-haspopup]')
    await find('[role=dialog]')
  })
  return (
    <Stage {...(answers && { answers })}>
      <header className="flex justify-end bg-canvas px-3 py-2">
        <Bell />
      </header>
    </Stage>
  )
}

const NOTHING: NonNullable<BellSceneProps['said']> = []

const SAID = [
  'Rosalind Carver could not be closed: the server did not answer.',
  `referral-${'ThisIsOneWordThatNobodyCanBreak'.repeat(3)}.pdf is larger than 10 MB`,
] as const

const NOTICES: readonly Notice[] = [
  noticeExample,
  {
    ...{ ...noticeExample, _id: '20', kind: 'assigned', text: '', at: '2026-11-19T14:52:00.000Z' },
    ...{ patientName: 'Unknown', phoneNumber: '+15125550187' },
  },
  {
    ...{ ...noticeExample, _id: '19', kind: 'failed', by: null, byName: null, at: '2026-11-19T14:10:00.000Z' },
    ...{ patientName: 'Maximiliana Featherstonehaugh-Cholmondeley', text: `${'Your results are back. '.repeat(6)}` },
  },
  {
    ...{ ...noticeExample, _id: '18', kind: 'held', by: null, byName: null, at: '2026-11-18T20:00:00.000Z' },
    ...{ patientName: 'Aisha Mahmoud', text: 'See you tomorrow at 9:00', seenAt: '2026-11-18T21:00:00.000Z' },
  },
  {
    ...{ ...noticeExample, _id: '17', kind: 'cancelled', by: null, byName: null, at: '2026-11-18T19:00:00.000Z' },
    ...{ patientName: 'Miguel Ortega', text: 'Your card, please', seenAt: '2026-11-18T19:30:00.000Z' },
  },
]

const listed = (data: readonly Notice[], unseen: number): Answers => ({
  notices: () => ({ ...ok([...data]), unseen }),
})

const usual: NotificationPreferences = { scope: 'mine', sound: true, showText: false, quiet: null }
const quiet = { from: '18:00', to: '08:00', days: ['monday', 'friday'] } satisfies NotificationPreferences['quiet']

interface SettingsSceneProps {
  kept?: NotificationPreferences
  answers?: Answers
  then?: (hand: Hand) => Promise<void>
}

function SettingsScene({ kept = usual, answers, then }: SettingsSceneProps) {
  useHand(async (hand) => {
    await hand.find('[role=dialog]')
    await then?.(hand)
  })
  return (
    <Stage answers={{ notificationPreferences: () => ok(kept), ...answers }}>
      <SettingsDrawer onClose={() => undefined} />
    </Stage>
  )
}

const save =
  (until: string) =>
  async ({ press, find }: Hand) => {
    await press('[role=dialog] [type=submit]')
    await find(`[role=dialog] ${until}`)
  }

export const notifications = part('Notifications', {
  bell: { title: 'The bell', show: () => <BellScene /> },
  'bell-new': { title: 'The bell, with something new', show: () => <BellScene said={SAID} /> },
  'bell-empty': { title: 'Nothing was said yet', show: () => <BellScene open /> },
  'bell-open': { title: 'What was said', show: () => <BellScene said={SAID} open /> },
  'bell-unread': { title: 'The bell, with unread notices', show: () => <BellScene answers={listed(NOTICES, 128)} /> },
  'bell-notices': {
    title: 'Notices of every kind',
    show: () => <BellScene answers={listed(NOTICES, 3)} said={SAID} open />,
  },
  'bell-loading': { title: 'Notices on their way', show: () => <BellScene answers={{ notices: never }} open /> },
  'bell-failed': {
    title: 'Notices did not load',
    show: () => <BellScene answers={{ notices: () => refuse() }} open />,
  },
  permission: {
    title: 'What a browser allows',
    show: () => (
      <main className="grid max-w-97 gap-4 bg-surface p-4">
        {(['default', 'granted', 'denied', 'unsupported'] as const).map((permission) => (
          <PermissionNote key={permission} permission={permission} />
        ))}
      </main>
    ),
  },
  settings: { title: 'Settings', show: () => <SettingsScene /> },
  'settings-quiet': { title: 'Settings: quiet times', show: () => <SettingsScene kept={{ ...usual, quiet }} /> },
  'settings-wrong': {
    title: 'Settings: no such time, no day',
    show: () => (
      <SettingsScene kept={{ ...usual, quiet: { from: '25:00', to: '08:00', days: [] } }} then={save('[role=alert]')} />
    ),
  },
  'settings-loading': {
    title: 'Settings on their way',
    show: () => <SettingsScene answers={{ notificationPreferences: never }} />,
  },
  'settings-failed': {
    title: 'Settings did not load',
    show: () => <SettingsScene answers={{ notificationPreferences: () => refuse() }} />,
  },
  'settings-saving': {
    title: 'Settings being saved',
    show: () => (
      <SettingsScene answers={{ saveNotificationPreferences: never }} then={save('button[aria-busy=true]')} />
    ),
  },
  'settings-not-saved': {
    title: 'Settings were not saved',
    show: () => <SettingsScene answers={{ saveNotificationPreferences: () => refuse() }} then={save('[role=alert]')} />,
  },
})
