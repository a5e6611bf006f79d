import { CallError } from '../../src/api/call-error.ts'
import { never, ok, refuse } from '../canned-api.ts'
import { entries } from '../fixtures/accounts.ts'
import { chartFiles, conversations, nora, timeline } from '../fixtures/charts.ts'
import { hardRecords, record } from '../fixtures/patient-records.ts'
import { ana } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { ChartScene } from '../scenes/chart-scene.tsx'
import type { Hand } from '../use-hand.ts'
import { consentEntries, press, stopped } from './patient-consents.tsx'

const FORM = '[role=dialog] form'
const [long, arabic, , unknown] = hardRecords
const more = <Data,>(data: Data) => ({ ...ok(data), cursor: 'more' })
/** Only the first page loads. */
const thenFails =
  <Data,>(data: Data) =>
  ({ query }: { query: { cursor?: unknown } }) =>
    query.cursor === undefined ? more(data) : refuse()

async function loadMore({ press, find }: Hand) {
  await press('[role=tabpanel] div:has(> button:only-child) > button')
  await find('[role=tabpanel] [role=alert]')
}

const edit =
  (then: (hand: Hand) => Promise<unknown> = ({ find }) => find(`${FORM} [aria-label^="Doctor:"]`)) =>
  async (hand: Hand) => {
    await hand.press('header button:has(.lucide-pencil)')
    await hand.find(FORM)
    await then(hand)
  }

const saveAs =
  (until: string, typed: Record<string, string>) =>
  async ({ type, press, find }: Hand) => {
    for (const [name, value] of Object.entries(typed)) await type(`${FORM} [name="${name}"]`, value)
    await press(`${FORM} [type=submit]`)
    await find(until)
  }

/** Somebody else gave the patient another number meanwhile. */
function overtaken(): never {
  const data = { ...nora, version: 12, phoneNumber: '+15125550111', lastName: 'Whitaker-Bell' }
  throw new CallError('Failed to save the patient', 409, { reason: 'stale', data })
}

async function closeUnsaved({ type, press, find }: Hand) {
  await type(`${FORM} [name="mrn"]`, '260-9999')
  await find(`${FORM} [name="mrn"][value="260-9999"], ${FORM} [name="mrn"]`)
  await press('[role=dialog] header button')
  await find('[role=alertdialog]')
}

export const patientChart = part('Patient’s chart', {
  overview: { title: 'Overview', show: () => <ChartScene /> },
  loading: { title: 'Loading', show: () => <ChartScene answers={{ patientRecord: never }} /> },
  failed: { title: 'Did not load', show: () => <ChartScene answers={{ patientRecord: () => refuse() }} /> },
  absent: {
    title: 'No such chart',
    show: () => <ChartScene answers={{ patientRecord: () => refuse(404, 'not_found') }} />,
  },
  offline: { title: 'Offline', show: () => <ChartScene offline /> },
  'parts-failed': {
    title: 'Due dates and household did not load',
    show: () => <ChartScene answers={{ patientHousehold: () => refuse(), dueDateList: () => refuse() }} />,
  },
  hard: { title: 'A name that hardly fits', show: () => <ChartScene patient={long ?? nora} /> },
  arabic: { title: 'A name from right to left', show: () => <ChartScene patient={arabic ?? nora} /> },
  little: {
    title: 'Little is known, deceased',
    show: () => (
      <ChartScene
        patient={unknown ?? nora}
        answers={{
          dueDateList: () => ok([]),
          patientHousehold: () => ok({ phoneNumber: null, members: [], conversationId: null }),
        }}
      />
    ),
  },
  notes: {
    title: 'All that nobody may overlook',
    show: () => <ChartScene patient={{ ...stopped, askedToStop: true, birthdate: '2026-04-02' }} />,
  },
  edit: { title: 'Editing', show: () => <ChartScene then={edit()} /> },
  'edit-wrong': {
    title: 'Editing: what can’t be',
    show: () => (
      <ChartScene
        then={edit(
          saveAs(`${FORM} [aria-invalid=true]`, {
            ...{ firstName: '', birthdate: '2030-01-01', phoneNumber: '12', email: 'nora' },
            mrn: 'M'.repeat(50),
          }),
        )}
      />
    ),
  },
  'edit-shared': {
    title: 'Editing: others have the number',
    show: () => (
      <ChartScene
        answers={{
          patientSearch: () => ({
            ...ok({ list: [record('Denise Walker', { phoneNumber: '+15125550111' })], total: 1, more: false }),
            cursor: null,
          }),
        }}
        then={edit(async ({ type, find }) => {
          await type(`${FORM} [name="phoneNumber"]`, '(512) 555-0111')
          await find(`${FORM} [aria-label="Patients with this number"]`)
        })}
      />
    ),
  },
  'edit-failed': {
    title: 'Editing: not saved',
    show: () => (
      <ChartScene
        answers={{ savePatient: () => refuse() }}
        then={edit(saveAs(`${FORM} [role=alert]`, { mrn: '260-9999' }))}
      />
    ),
  },
  overtaken: {
    title: 'Editing: someone else saved meanwhile',
    show: () => (
      <ChartScene
        answers={{ savePatient: overtaken }}
        then={edit(saveAs(`${FORM} [role=alert]`, { lastName: 'Bell' }))}
      />
    ),
  },
  'edit-leaving': { title: 'Editing: closed without saving', show: () => <ChartScene then={edit(closeUnsaved)} /> },
  conversations: { title: 'Conversations', show: () => <ChartScene tab="conversations" /> },
  'conversations-empty': {
    title: 'No conversations',
    show: () => <ChartScene tab="conversations" answers={{ patientConversations: () => ok([]) }} />,
  },
  'conversations-loading': {
    title: 'Conversations: loading',
    show: () => <ChartScene tab="conversations" answers={{ patientConversations: never }} />,
  },
  'conversations-failed': {
    title: 'Conversations: not loaded',
    show: () => <ChartScene tab="conversations" answers={{ patientConversations: () => refuse() }} />,
  },
  'conversations-more': {
    title: 'Conversations: more did not load',
    show: () => (
      <ChartScene tab="conversations" answers={{ patientConversations: thenFails(conversations) }} then={loadMore} />
    ),
  },
  visits: { title: 'Visits', show: () => <ChartScene tab="visits" /> },
  'visits-empty': {
    title: 'No visits',
    show: () => <ChartScene tab="visits" answers={{ patientVisits: () => ok([]), pastAppointments: () => ok([]) }} />,
  },
  'visits-loading': {
    title: 'Visits: loading',
    show: () => <ChartScene tab="visits" answers={{ patientVisits: never, pastAppointments: never }} />,
  },
  'visits-failed': {
    title: 'Visits: not loaded',
    show: () => (
      <ChartScene tab="visits" answers={{ patientVisits: () => refuse(), pastAppointments: () => refuse() }} />
    ),
  },
  'visits-offline': { title: 'Visits: offline', show: () => <ChartScene tab="visits" offline /> },
  visit: {
    title: 'A visit is open',
    show: () => (
      <ChartScene
        tab="visits"
        then={press('[role=tabpanel] [data-appointment-id] button:nth-last-of-type(2)', '#visit-history')}
      />
    ),
  },
  book: {
    title: 'Booking a visit',
    show: () => (
      <ChartScene
        tab="visits"
        then={press('[role=tabpanel] button:has(.lucide-calendar-plus)', '[role=dialog] [aria-label^="Doctor:"]')}
      />
    ),
  },
  ...consentEntries,
  files: { title: 'Files', show: () => <ChartScene tab="files" /> },
  'files-empty': { title: 'No files', show: () => <ChartScene tab="files" answers={{ patientFiles: () => ok([]) }} /> },
  'files-failed': {
    title: 'Files: not loaded',
    show: () => <ChartScene tab="files" answers={{ patientFiles: () => refuse() }} />,
  },
  'files-more': {
    title: 'Files: more did not load',
    show: () => <ChartScene tab="files" answers={{ patientFiles: thenFails(chartFiles) }} then={loadMore} />,
  },
  history: { title: 'History', show: () => <ChartScene tab="history" /> },
  'history-texts': { title: 'History: texts', show: () => <ChartScene tab="history" filters={{ channel: 'sms' }} /> },
  'history-mails': {
    title: 'History: emails',
    show: () => <ChartScene tab="history" filters={{ channel: 'email' }} />,
  },
  'history-empty': {
    title: 'History: nothing yet',
    show: () => <ChartScene tab="history" answers={{ patientTimeline: () => ok([]) }} />,
  },
  'history-unmatched': {
    title: 'History: nothing by fax',
    show: () => <ChartScene tab="history" filters={{ channel: 'fax' }} answers={{ reminderList: () => ok([]) }} />,
  },
  'history-wrong': {
    title: 'History: days the wrong way round',
    show: () => <ChartScene tab="history" filters={{ from: '2026-11-19', to: '2026-11-02' }} />,
  },
  'history-loading': {
    title: 'History: loading',
    show: () => <ChartScene tab="history" answers={{ patientTimeline: never }} />,
  },
  'history-failed': {
    title: 'History: not loaded',
    show: () => <ChartScene tab="history" answers={{ patientTimeline: () => refuse() }} />,
  },
  'history-more': {
    title: 'History: more did not load',
    show: () => <ChartScene tab="history" answers={{ patientTimeline: thenFails(timeline) }} then={loadMore} />,
  },
  audit: {
    title: 'Audit',
    show: () => <ChartScene tab="audit" user={ana} answers={{ auditLog: () => ok(entries) }} />,
  },
  'audit-empty': {
    title: 'Audit: nothing',
    show: () => <ChartScene tab="audit" user={ana} answers={{ auditLog: () => ok([]) }} />,
  },
  'audit-failed': {
    title: 'Audit: not loaded',
    show: () => <ChartScene tab="audit" user={ana} answers={{ auditLog: () => refuse() }} />,
  },
  'audit-agent': { title: 'Audit: for admins', show: () => <ChartScene tab="audit" /> },
})
