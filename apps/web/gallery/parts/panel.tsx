import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryChange, HistoryEntry, HistoryKind } from '@foyer/contracts/inbox/history.ts'
import { noteExample } from '@foyer/contracts/notes/notes.ts'
import { PatientSide } from '../../src/features/inbox/panel/patient-side.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { conversation, LONG_NAME, optedOut, rosalind, unknown } from '../fixtures/conversations.ts'
import { files } from '../fixtures/messages.ts'
import { patients } from '../fixtures/patients.ts'
import { me, now, timezone } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { Stage } from '../stage.tsx'
import { useHand } from '../use-hand.ts'

const TABS = ['Details', 'Notes', 'Files', 'History'] as const

interface PanelSceneProps {
  conversation?: Conversation
  answers?: Answers
  tab?: (typeof TABS)[number]
}

function PanelScene({ answers, ...props }: PanelSceneProps) {
  return (
    <Stage {...(answers ? { answers } : {})}>
      <Panel {...props} />
    </Stage>
  )
}

function Panel({ conversation: shown = rosalind, tab }: PanelSceneProps) {
  useHand(async ({ press }) => {
    if (tab) await press(`[role=tab]:nth-of-type(${TABS.indexOf(tab) + 1})`)
  })
  return (
    <aside aria-label="Patient details" className="flex min-h-0 w-full flex-1 flex-col bg-surface md:w-panel">
      <PatientSide
        conversation={shown}
        userId={me._id}
        {...{ now, timezone }}
        onAct={() => undefined}
        onDialog={() => undefined}
      />
    </aside>
  )
}

/** One change of each kind: a new kind is a compile error until it is added here. */
const CHANGES: { readonly [Kind in HistoryKind]: Extract<HistoryChange, { kind: Kind }> } = {
  began: { kind: 'began', status: 'unassigned', patientId: null },
  filed: { kind: 'filed', from: null, to: 'pat_1' },
  status: { kind: 'status', from: 'open', to: 'resolved' },
  requestType: { kind: 'requestType', from: null, to: 'appointment' },
  assigned: { kind: 'assigned', from: [], to: [me._id] },
  team: { kind: 'team', from: null, to: 'team_1' },
  starred: { kind: 'starred', staff: me._id },
  unstarred: { kind: 'unstarred', staff: me._id },
  markedUnread: { kind: 'markedUnread' },
  snoozed: { kind: 'snoozed', until: '2026-11-20T14:00:00.000Z' },
  woken: { kind: 'woken' },
  scheduled: { kind: 'scheduled', for: '2026-11-20T14:00:00.000Z' },
  unscheduled: { kind: 'unscheduled' },
  rescheduled: {
    ...{ kind: 'rescheduled', from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T15:00:00.000Z' },
    ...{ reworded: false, scheduledFor: '2026-11-20T15:00:00.000Z' },
  },
  held: { kind: 'held', for: '2026-11-20T14:00:00.000Z', texts: 2 },
  kept: { kind: 'kept', for: '2026-11-20T14:00:00.000Z', now: false, scheduledFor: '2026-11-20T14:00:00.000Z' },
  notSent: { kind: 'notSent', for: '2026-11-20T14:00:00.000Z', texts: 1, optedOut: true, scheduledFor: null },
  askedToStop: { kind: 'askedToStop' },
  stopSettled: { kind: 'stopSettled' },
  feedback: { kind: 'feedback', from: null, to: 'down' },
  consent: { kind: 'consent', from: 'subscribed', to: 'opted_out' },
  email: { kind: 'email', mailId: 'mail_1', status: 'sent' },
  form: { kind: 'form', submissionId: 'sub_1', title: 'New patient intake' },
  bot: {
    ...{ kind: 'bot', flowId: 'bot_northgate', name: 'Northgate website assistant', version: 3 },
    ...{ what: 'handedOver', why: 'exitWord' },
  },
}

const history: HistoryEntry[] = Object.values(CHANGES).map((change, place) => ({
  conversationId: rosalind.id,
  position: place + 1,
  at: new Date(now.getTime() - place * 7_000_000).toISOString(),
  by: place % 4 === 0 ? null : { _id: 'usr_dana', name: 'Dana Whitfield' },
  via: place % 8 === 0 ? { automationId: 'aut_1', name: 'Refill requests', runId: 'run_1' } : null,
  change,
  names: { [me._id]: me.name, pat_1: 'Rosalind Carver', team_1: 'Billing' },
}))

const VISITS = ['confirmed', 'arrived', 'completed', 'cancelled', 'noShow', 'admitted', 'discharged'] as const

const visited = Object.fromEntries(
  VISITS.map((status) => [
    `visit-${status}`,
    {
      title: `A visit: ${status}`,
      show: () => (
        <PanelScene
          conversation={conversation({
            ...rosalind,
            appointment: rosalind.appointment && { ...rosalind.appointment, status },
          })}
        />
      ),
    },
  ]),
) as Record<`visit-${(typeof VISITS)[number]}`, { title: string; show: () => React.ReactNode }>

export const panel = part('Patient panel', {
  known: { title: 'A known patient, visit not confirmed', show: () => <PanelScene /> },
  unknown: { title: 'A number that is nobody’s', show: () => <PanelScene conversation={unknown} /> },
  'several-patients': {
    title: 'Several patients on the number',
    show: () => <PanelScene answers={{ patientsWithSameNumber: () => ok([...patients]) }} />,
  },
  'not-loaded': {
    title: 'What is asked for below did not load',
    show: () => <PanelScene answers={{ patientsWithSameNumber: () => refuse(), lastSeen: () => refuse() }} />,
  },
  'opted-out': {
    title: 'Opted out, of a long name',
    show: () => <PanelScene conversation={{ ...optedOut, name: LONG_NAME }} />,
  },
  chat: {
    title: 'A visitor of the web page',
    show: () => (
      <PanelScene conversation={conversation({ ...unknown, type: 'chat', phoneNumber: '', from: 'visitor-1' })} />
    ),
  },
  ...visited,
  history: {
    title: 'History: everything that can happen',
    show: () => <PanelScene tab="History" answers={{ conversationHistory: () => ok(history) }} />,
  },
  'history-loading': {
    title: 'History on its way',
    show: () => <PanelScene tab="History" answers={{ conversationHistory: never }} />,
  },
  'history-empty': { title: 'No history yet', show: () => <PanelScene tab="History" /> },
  'history-failed': {
    title: 'History did not load',
    show: () => <PanelScene tab="History" answers={{ conversationHistory: () => refuse() }} />,
  },
  notes: {
    title: 'Notes',
    show: () => (
      <PanelScene
        tab="Notes"
        answers={{ notes: () => ok([{ ...noteExample, patientId: rosalind.patientId ?? '' }]) }}
      />
    ),
  },
  'notes-unknown': { title: 'Notes of nobody', show: () => <PanelScene tab="Notes" conversation={unknown} /> },
  files: {
    title: 'Files',
    show: () => <PanelScene tab="Files" answers={{ attachments: () => ({ ...ok(files), cursor: 'more' }) }} />,
  },
  'files-loading': {
    title: 'Files on their way',
    show: () => <PanelScene tab="Files" answers={{ attachments: never }} />,
  },
  'files-empty': { title: 'No files yet', show: () => <PanelScene tab="Files" /> },
  'files-failed': {
    title: 'Files did not load',
    show: () => <PanelScene tab="Files" answers={{ attachments: () => refuse() }} />,
  },
})
