/** For every action: the screen from before it, with the events of the action applied, equals a fresh screen. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import { calls } from '@foyer/contracts/calls.ts'
import { eventsOf } from '@foyer/contracts/event.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import * as rooms from '@foyer/contracts/rooms.ts'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addVisits, TOLD_EACH_MAX } from '../../apps/api/src/modules/appointments/add-visits.ts'
import { lockForChange, stageAppointments } from '../../apps/api/src/modules/appointments/appointment-change.ts'
import { refreshInChunks } from '../../apps/api/src/modules/conversations/conversations.ts'
import { startImportWorker } from '../../apps/api/src/modules/imports/worker/import-worker.ts'
import { ingestText } from '../../apps/api/src/modules/texting/ingest.ts'
import { CEDAR, type Clinics, LAKESIDE, openClinics } from '../calls/clinics.ts'
import { until } from '../support/until.ts'
import { visit } from '../support/visitor.ts'
import { readAgain } from '../support/visits-copy.ts'
import { ACTIONS } from './actions.ts'
import { addRecipients } from './campaign-actions.ts'
import { campaignsWork } from './campaign-workers.ts'
import { recount } from './recount.ts'
import { applyEvents, known, named, openThreads, readSnapshot, replay, type Snapshot } from './screen.ts'
import type { Action, Stage } from './stage.ts'
import { addManyVisits } from './visit-actions.ts'

let clinics: Clinics
let stage: Stage
const seenTypes = new Set<string>()

beforeAll(async () => {
  clinics = await openClinics()
  for (const from of ['+15125550142', '+15125550142', '+15125550143', '+15125550177']) await clinics.text(from, 'Hello')
  await clinics.text('+15125550142', 'Hello', { To: LAKESIDE.number })
  await haveRequests()
  await addManyVisits(clinics)
  await addRecipients(clinics)
  // The clinics' campaigns tell their news before the first screen is read.
  await campaignsWork(clinics)
  const visitor = await visit(clinics.url, CEDAR.id)
  await visitor.say('Hello from your page')
  const [one] = await clinics.store.query<{ id: string }>(`select id from conversations where patient_id = 'p1'`)
  const [chat] = await clinics.store.query<{ id: string }>(`select id from conversations where channel = 'chat'`)
  stage = { clinics, conversationId: one!.id, visitor, chatId: chat!.id }
})
afterEach(() => expect(clinics.takeFailures()).toEqual([]))
afterAll(() => clinics.close())

async function haveRequests() {
  const conversations = await clinics.store.query<{ id: string; sender: string }>(
    'select id, sender from conversations where organization_id = $1',
    [CEDAR.id],
  )
  for (const { id: conversationId, sender } of conversations) {
    const requestType = REQUESTS[sender] ?? 'other'
    const body = { organizationId: CEDAR.id, conversationId, requestType }
    await clinics.staff.lena.call('markConversationRequest', { body })
  }
}
const REQUESTS: Readonly<Record<string, RequestType>> = { '+15125550142': 'billing', '+15125550143': 'concierge' }

async function reading() {
  const threads = await clinics.store.query<{ id: string }>(
    'select id from conversations where organization_id = $1 and created_at < $2',
    [CEDAR.id, openedBy],
  )
  return { organizationId: CEDAR.id, watched: threads.map(({ id }) => id) }
}
const snapshot = async () => readSnapshot(clinics, clinics.staff.dana, await reading())
/** Conversations that begin after this are not open on the screen. */
let openedBy = new Date()
/** The fresh screen after an action is where the next one begins, so a change between two actions fails the second. */
let last: Snapshot | undefined

async function actAndCompare({
  act,
  silent = false,
}: Action): Promise<{ before: Snapshot; events: KnownEvent[]; after: Snapshot }> {
  openedBy = new Date()
  const left = last
  // After a failure the next action reads a fresh screen.
  last = undefined
  const before = left ? await openThreads(left, clinics.staff.dana, await reading()) : await snapshot()
  const elsewhere = await clinics.feed(LAKESIDE.id, 0)
  await act(stage)
  const events = (await clinics.feed(CEDAR.id, before.asOf)).events.map(known)
  const after = await snapshot()
  for (const { type } of events) seenTypes.add(type)
  expect(events.length === 0, 'emits no event exactly if it changes nothing').toBe(silent)
  replay(before, events, after)
  const conflated = applyEvents(before, conflate(events))
  expect(readAgain(conflated, events, after.copy), 'conflated').toEqual(after.copy)
  expect(await recount(clinics.store, CEDAR.id)).toEqual(after.counts)
  expect(await clinics.feed(LAKESIDE.id, 0), "another organization's log").toEqual(elsewhere)
  last = after
  return { before, events, after }
}

/** The services that change what the screen of these tests shows. */
const SERVICES = /^\/api\/(inbox|campaign|chat|main|services\/integration|teams)\//
/** Calls of these change what other screens show; what an import changes of an inbox has a test of its own. */
const OTHER_SCREENS = new RegExp(
  [
    ...[
      '^/api/campaign/(fax/|doctor/|common/read-excel|common/awv)',
      '^/api/main/doctor/(bulk-archive|undo|upload|provider-upload)',
    ],
    ...['^/api/main/(import|referral|insurance-providers|file|utils/upload|organization/demographics-upload)'],
    ...['^/api/campaign/appointments/demographics-upload', '^/api/main/(automation|chatbot|form|looker)'],
  ].join('|'),
)
const { board, desks } = rooms
const { inboxEvents, historyEvents, hoursEvents, scheduledEvents, staffEvents, visitor } = rooms
const { colleagueEvents, holdEvents, notes, notices, preferencesEvents, savedViews, tally, teams } = rooms
const { appointmentEvents, campaignEvents, doctors, patientEvents } = rooms
const ofInbox = [
  inboxEvents,
  historyEvents,
  hoursEvents,
  scheduledEvents,
  staffEvents,
  visitor,
  colleagueEvents,
  notes,
  notices,
  holdEvents,
  tally,
  savedViews,
  preferencesEvents,
  teams,
  appointmentEvents,
  patientEvents,
  doctors,
  campaignEvents,
  desks,
  // A worker tells of the figures of the day.
  { boardChanged: board.boardChanged },
]
const inboxTypes = eventsOf(ofInbox)

const changing = Object.entries<AnyCall>(calls)
  .filter(([, { method, access }]) => method !== 'GET' && ['member', 'admin', 'carrier', 'visitor'].includes(access))
  .filter(([, { path }]) => SERVICES.test(path) && !OTHER_SCREENS.test(path))
  .map(([name]) => name)

test('actions contain every call that changes an inbox [OPEN-096]', () => {
  expect(Object.keys(ACTIONS).sort()).toEqual(changing.sort())
})

describe.each(Object.entries(ACTIONS))(
  '%s makes an open screen equal a fresh one [OPEN-096] [OPEN-097] [OPEN-020]',
  (_name, actions) => {
    test.each(actions.map((action) => [action.title, action] as const))('when %s', async (_title, action) => {
      await actAndCompare(action)
    })
  },
)

test('inboundText emits no event when the number is blocked [OPEN-101]', async () => {
  await clinics.store.query(
    `insert into consents (organization_id, phone_number, sms_status) values ($1, $2, 'blocked')`,
    [CEDAR.id, '+15125550199'],
  )
  await actAndCompare({ title: '', act: () => clinics.text('+15125550199', 'Hello?'), silent: true })
})

test('ingestText puts a text at its place in the thread when the text is late [OPEN-101]', async () => {
  const { parts } = clinics
  const sentAt = new Date(parts.clock.now().getTime() - 60 * 60 * 1000)
  const text = { sid: 'SMmissed', from: '+15125550142', body: 'Sent an hour ago', media: [], sentAt }
  await actAndCompare({ title: '', act: () => ingestText(parts, CEDAR.id, text) })
})

test('inboundText changes every conversation of the number when a patient says STOP [OPEN-072]', async () => {
  await clinics.store.query(
    `insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text,
      version) values ($1, 'chat1', 'chat', 'visitor1', '+15125550143', 'open', now(), 'unknown', 0)`,
    [CEDAR.id],
  )
  // No event was emitted for this row.
  last = undefined
  await actAndCompare({ title: '', act: () => clinics.text('+15125550143', 'STOP') })
})

describe('refresh makes an open screen equal a fresh one [OPEN-096]', () => {
  const about = (patientIds: readonly string[]) => ({
    organizationId: CEDAR.id,
    patientIds,
    now: clinics.parts.clock.now(),
  })

  test('when a patient is renamed', async () => {
    const { lena } = clinics.staff
    const { data } = await lena.call('patientRecord', { params: { id: 'p1' }, query: { organizationId: CEDAR.id } })
    const body = { organizationId: CEDAR.id, version: data.version, firstName: 'Rosa' }
    const before = await snapshot()
    await lena.call('savePatient', { params: { id: 'p1' }, body })
    const events = (await clinics.feed(CEDAR.id, before.asOf)).events.map(known)
    const after = await snapshot()
    expect(applyEvents(before, events).conversations).toEqual(after.copy.conversations)
    // An open history keeps the names that it was read with; a screen shows it with the name of the conversation.
    expect(named(applyEvents(before, events))).toEqual(after.copy)
    expect(events.map(({ type }) => type)).toContain('conversation.changed')
    last = undefined
  })

  test('when a colleague is renamed, by the list of the staff', async () => {
    const { lena } = clinics.staff
    const body = { organizationId: CEDAR.id, conversationId: stage.conversationId, user: 'usr_lena' }
    await lena.call('assignToStaff', { body })
    const before = await snapshot()
    await lena.call('updateProfile', { body: { name: 'Lena Vance' } })
    const events = (await clinics.feed(CEDAR.id, before.asOf)).events.map(known)
    const after = await snapshot()
    expect(events.map(({ type }) => type)).toEqual(['staff.changed'])
    expect(named(after.copy)).toEqual(after.copy)
    expect(JSON.stringify([...after.copy.conversations])).toContain('Lena Vance')
    expect(named(applyEvents(before, events))).toEqual(after.copy)
    last = undefined
  })

  test('when visits are imported for many patients, and when one of them is cancelled', async () => {
    const patients = await clinics.store.query<{ id: string }>('select id from patients where organization_id = $1', [
      CEDAR.id,
    ])
    const ids = patients.map(({ id }) => id)
    await actAndCompare({ title: '', act: () => importVisits(ids) })
    const body = {
      ...{ organizationId: CEDAR.id, appointmentIds: ['import-p1'] },
      change: { type: 'status' as const, status: 'cancelled' as const },
    }
    await actAndCompare({ title: '', act: () => clinics.staff.lena.call('changeAppointments', { body }) })
  })

  test('when an import of more visits than are told of each tells only that visits and patients changed', async () => {
    const patients = await clinics.store.query<{ id: string }>('select id from patients where organization_id = $1', [
      CEDAR.id,
    ])
    const each = Math.ceil((TOLD_EACH_MAX + 1) / patients.length)
    const visits = patients.flatMap(({ id }) =>
      Array.from({ length: each }, (_, nth) => ({
        ...{ state: importedVisit(id, { id: `bulk-${id}-${nth}`, inHours: 2 + nth }), history: [] },
      })),
    )
    const organizationId = CEDAR.id
    const now = clinics.parts.clock.now()
    const nothing = { reminded: [], writeLedger: async () => undefined }
    const act = () => addVisits(clinics.parts.database, { organizationId, now, visits, ...nothing })
    const { events } = await actAndCompare({ title: '', act })
    expect(events.map(({ type }) => type)).toEqual(['appointments.reloaded', 'patients.reloaded'])
  })

  test('when a spreadsheet renames a patient, opts another out, and adds a third', async () => {
    const before = await snapshot()
    await importPatients()
    const events = (await clinics.feed(CEDAR.id, before.asOf)).events.map(known)
    const after = await snapshot()
    expect(named(readAgain(applyEvents(before, events), events, after.copy))).toEqual(after.copy)
    const types = new Set(events.map(({ type }) => type))
    expect(types).toContain('patients.reloaded')
    expect([...types]).not.toContain('patient.changed')
    last = undefined
  })

  /** Uploads a sheet that starts by itself, and works on it until it has ended. */
  const importPatients = async () => {
    const { parts, store, staff, url } = clinics
    const stored = await store.query<{ mrn: string; first_name: string; last_name: string }>(
      `select mrn, first_name, last_name from patients where organization_id = $1 and mrn is not null order by id limit 2`,
      [CEDAR.id],
    )
    const [one, other] = stored
    const lines = [
      'MRN,First name,Last name,OK to text',
      `${one?.mrn},Rosamund,${one?.last_name},Y`,
      `${other?.mrn},${other?.first_name},${other?.last_name},N`,
      'NEW-1,Ada,Lovell,Y',
    ]
    const form = new FormData()
    form.append('mode', 'import')
    form.append('file', new File([lines.join('\n')], 'patients.csv'))
    const headers = { authorization: `Bearer ${staff.lena.token}`, 'idempotency-key': 'an import' }
    const path = fillPath(calls.uploadDemographics.path, { organizationId: CEDAR.id })
    const answer = await fetch(url + path, { method: 'POST', headers, body: form })
    expect(answer.status).toBe(202)
    const { data } = (await answer.json()) as { data: { importId: string } }
    const worker = startImportWorker({ ...parts, metrics: new Registry() }, { pollMs: 50 })
    try {
      await until(async () => {
        const [found] = await store.query<{ state: string }>('select state from imports where id = $1', [data.importId])
        return found?.state === 'done' ? found : undefined
      })
    } finally {
      await worker.stop()
    }
  }

  const importedVisit = (patientId: string, { id, inHours }: { id: string; inHours: number }) => {
    const now = clinics.parts.clock.now()
    const startsAt = new Date(now.getTime() + inHours * 60 * 60 * 1000)
    return {
      ...{ id, organizationId: CEDAR.id, patientId, doctorId: 'd1', startsAt },
      ...{ endsAt: new Date(startsAt.getTime() + 30 * 60 * 1000), status: 'scheduled' as const, type: 'Flu shot' },
      ...{ location: 'Northgate', telemedicineServiceId: null, confirmedAt: null, confirmedBy: null },
      ...{ reschedule: null, reply: null, called: null, admittedAt: null, dischargedAt: null },
      ...{ source: 'import' as const, nextReminderAt: null, createdAt: now, timedAt: now, version: 0 },
    }
  }

  /** Gives each patient a visit tomorrow, as a program does that reads them from elsewhere. */
  const importVisits = (ids: readonly string[]) =>
    refreshInChunks(clinics.parts.database, about(ids), async (tx, some) => {
      const now = clinics.parts.clock.now()
      const locked = await lockForChange(tx, CEDAR.id, [], some)
      const made = some.map((patientId) => ({
        before: null,
        after: importedVisit(patientId, { id: `import-${patientId}`, inHours: 24 }),
      }))
      const staged = await stageAppointments(tx, { organizationId: CEDAR.id, by: null, now }, locked, made)
      return staged.changes
    })
})

test.each([
  ['sendMessage', 'staff send a text [CALL-INBOX-08]', ['conversation.changed', 'message.added']],
  ['changeAppointments', 'the desk called without an answer', ['appointment.changed', 'patient.changed']],
  ['inviteDueDates', 'a patient is invited to what is due', ['due.changed']],
  ['addCampaign', 'a member adds a draft [CAMP-01]', ['campaign.progress']],
  ['addNotifierTemplate', 'a member adds one that does not run [TMPL-01]', ['template.changed']],
] as const)('comparison of %s fails when any one event is left out [OPEN-097]', async (name, title, types) => {
  // A patient is not invited twice within days.
  await clinics.store.query('update due_dates set invited_at = null')
  last = undefined
  const action = ACTIONS[name]?.find((one) => one.title === title)
  const { before, events, after } = await actAndCompare(action!)
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining([...types]))
  for (const missing of events) {
    const rest = events.filter((event) => event !== missing)
    expect(applyEvents(before, rest)).not.toEqual(after.copy)
    expect(() => replay(before, rest, after)).toThrow()
  }
})

test('actions emit every event type of the inbox, its staff and their notices [OPEN-096] [DESIGN-03]', () => {
  expect([...seenTypes].sort()).toEqual(inboxTypes.map(({ type }) => type).sort())
})
