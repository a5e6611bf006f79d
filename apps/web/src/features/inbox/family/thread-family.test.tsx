import { type Appointment, appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { messageExample } from '@foyer/contracts/inbox/message.ts'
import { patientRecordExample } from '@foyer/contracts/patients/patient-record.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import {
  now,
  ok as okAt10,
  type RecordedCall,
  refused,
  showPanelPart,
  timezone,
} from '../../../../test/panel-world.tsx'
import { forgetNotices, undoNewest } from '../../../ui/notify.tsx'
import { threadMachine } from '../thread/thread.machine.ts'
import { ALL, type FamilyFacts, type Lane } from './family.rules.ts'
import { ThreadFamily } from './thread-family.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
})

/** The list beside it was read at `seq` 1 too. */
const ok = (data: unknown) => ({ ...okAt10(data), asOf: 1 })
const NUMBER = conversationExample.phoneNumber
const member = (_id: string, name: string) => ({ _id, name, birthdate: null, mrn: null })
const rosalind = member('p1', 'Rosalind Carver')
const elias = member('p2', 'Elias Carver')
const household = (...members: object[]) => ok({ phoneNumber: NUMBER, members, conversationId: 'c1' })
const unclear: Appointment = {
  ...appointmentExample,
  reply: { kind: 'unclear', at: '2026-11-19T15:14:00.000Z', messageId: 'm1' },
  version: 1,
}
const settled: Appointment = {
  ...unclear,
  ...{ appointmentStatus: 'confirmed', confirmed: true, version: 12 },
  reply: { kind: 'confirm', at: '2026-11-19T15:14:00.000Z', messageId: 'm1' },
}

type Answers = Record<string, (asked: RecordedCall) => unknown>

function open(answers: Answers = {}, { lane = ALL, offline = false, patientId = 'p1' as string | null } = {}) {
  const conversation: Conversation = { ...conversationExample, id: 'c1', patientId }
  const input = { conversationId: 'c1', userId: 'usr_lena', conversation, random: () => 0 }
  const read = fromPromise(async () => ({
    ...{ messages: [{ ...messageExample, _id: 'm1', message: 'Is it confirmed?' }], conversation: null },
    ...{ epoch: 'e1', asOf: 10 },
  }))
  const thread = createActor(threadMachine.provide({ actors: { read: read as never } }), { input }).start()
  const onLane = vi.fn<(lane: Lane) => void>()
  const onFamily = vi.fn<(facts: FamilyFacts) => void>()
  const view = { lane, now, timezone, offline, onLane, onFamily }
  const known: Answers = {
    patientHousehold: () => household(rosalind),
    patientVisits: () => ok([unclear]),
    ...answers,
  }
  const shown = showPanelPart(<ThreadFamily {...{ conversation, thread }} {...view} />, known)
  return { ...shown, onLane, onFamily, facts: () => onFamily.mock.lastCall?.[0] }
}

/** Emits the next live event. The snapshots were of `seq` 1. */
function receive(seq: number, event: object) {
  const envelope = { epoch: 'e1', organizationId: 'org_cedar', seq, at: '2026-11-19T15:16:00.000Z', counts: noCounts }
  const frame = { organizationId: 'org_cedar', epoch: 'e1', from: seq - 1, to: seq, counts: noCounts }
  const events = [{ ...envelope, audience: 'organization', ...event }] as never
  act(() => live().tell({ type: 'relay.events', frame: { ...frame, events } }))
}
const changed = (data: Appointment) => ({ type: 'appointment.changed', key: data._id, data })

const strip = () => screen.findByRole('region', { name: 'Unclear reply' })
const press = async (name: string) => userEvent.click(within(await strip()).getByRole('button', { name }))

test('strip quotes an unclear reply, and “Confirm” settles it with an undo', async () => {
  const success = vi.spyOn(toast, 'success')
  const { of, facts } = open({
    settleReply: () => ok({ message: messageExample, appointments: [settled], undoId: 'u1' }),
    undoAppointments: () => ok({ restored: [{ ...unclear, version: 13 }], skipped: [] }),
  })
  expect((await strip()).textContent).toContain('“Is it confirmed?” is not clear.')
  within(await strip()).getByText('Fri 9:30, Dr. Amara Okafor')
  await press('Confirm')
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Unclear reply' })).toBeNull())
  expect(of('settleReply')[0]!.body).toEqual({
    ...{ organizationId: 'org_cedar', messageId: 'm1' },
    answers: [{ appointmentId: unclear._id, as: 'confirm' }],
  })
  expect(facts()?.marks.get('m1')).toMatchObject([{ words: 'Confirmed Fri 9:30' }])
  expect(success).toHaveBeenCalledTimes(1)
  undoNewest()
  expect((await strip()).textContent).toContain('is not clear')
})

test.each([
  ['Reschedule', 'reschedule'],
  ['Neither', 'none'],
])('strip settles a reply as “%s”', async (label, as) => {
  const { of } = open({ settleReply: () => ok({ message: messageExample, appointments: [settled], undoId: null }) })
  await press(label)
  await vi.waitFor(() => expect(of('settleReply')[0]?.body).toMatchObject({ answers: [{ as }] }))
})

test('strip disappears when a colleague settles the reply, and the focus in it moves to the messages', async () => {
  open()
  document.body.insertAdjacentHTML('beforeend', '<div data-pane="thread"><div role="log" tabindex="0"></div></div>')
  const log = screen.getByRole('log')
  within(await strip())
    .getByRole('button', { name: 'Reschedule' })
    .focus()
  receive(2, changed(settled))
  expect(screen.queryByRole('region', { name: 'Unclear reply' })).toBeNull()
  expect(document.activeElement).toBe(log)
  log.parentElement?.remove()
})

test('strip stays after a failure, says so, and the same answer keeps its key', async () => {
  const error = vi.spyOn(toast, 'error')
  const { of } = open({ settleReply: () => refused('Failed to settle the reply', 503) })
  await press('Confirm')
  await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1))
  await press('Confirm')
  await vi.waitFor(() => expect(of('settleReply')).toHaveLength(2))
  const [first, second] = of('settleReply')
  expect(second!.idempotencyKey).toBe(first!.idempotencyKey)
  await strip()
})

test('strip says that a colleague decided the reply first when the answer comes too late', async () => {
  const error = vi.spyOn(toast, 'error')
  open({ settleReply: () => refused('Failed to settle the reply', 409, { reason: 'stale' }) })
  await press('Reschedule')
  await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1))
  expect(error.mock.lastCall?.[0]).toBe('Someone decided this reply meanwhile, or the patient wrote again')
})

test('strip asks about each visit of a family by name, and sends nothing while offline', async () => {
  const { of, facts } = open(
    {
      patientHousehold: () => household(rosalind, elias),
      patientVisits: ({ query }) => ok(query === undefined ? [] : [unclear]),
    },
    { offline: true },
  )
  within(await strip()).getByText('Rosalind: Fri 9:30, Dr. Amara Okafor')
  const confirm = within(await strip()).getByRole('button', { name: 'Confirm' })
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(confirm)
  expect(of('settleReply')).toEqual([])
  expect(facts()?.members.map(({ _id }) => _id)).toEqual(['p1', 'p2'])
})

test('lanes name those who share the number, and choose by the arrow keys', async () => {
  const { onLane } = open({
    patientHousehold: () => household(rosalind, elias),
    patientVisits: () => ok([]),
  })
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['All', 'Rosalind', 'Elias', 'Not filed'])
  act(() => tabs[0]!.focus())
  await userEvent.keyboard('{ArrowRight}')
  expect(onLane).toHaveBeenLastCalledWith('p1')
  await userEvent.click(tabs[3]!)
  expect(onLane).toHaveBeenLastCalledWith('none')
})

test('lanes follow a patient who gets the number, and are absent for a number of one', async () => {
  let members = [rosalind]
  const { facts } = open({ patientHousehold: () => household(...members), patientVisits: () => ok([]) })
  await vi.waitFor(() => expect(facts()?.members).toEqual([]))
  expect(screen.queryByRole('tab')).toBeNull()
  members = [rosalind, elias]
  const data = { ...patientRecordExample, _id: 'p2', phoneNumber: NUMBER, version: 2 }
  receive(2, { type: 'patient.changed', key: 'p2', data })
  expect(await screen.findAllByRole('tab')).toHaveLength(4)
})

test('a conversation with another number than the patient’s has no lanes', async () => {
  const { facts, of } = open({
    patientHousehold: () => ok({ phoneNumber: '+15125550100', members: [rosalind, elias], conversationId: null }),
    patientVisits: () => ok([]),
  })
  await vi.waitFor(() => expect(facts()?.members).toEqual([]))
  expect(of('patientVisits')).toHaveLength(1)
  expect(screen.queryByRole('tab')).toBeNull()
})

test('a conversation that is nobody’s has the lanes of its number, and none for a number of nobody', async () => {
  const patient = { ...rosalind, patientImportId: 'i1', phoneNumber: NUMBER }
  const { of } = open(
    {
      patientsWithSameNumber: () => ok([patient]),
      patientHousehold: () => household(rosalind, elias),
      patientVisits: () => ok([]),
    },
    { patientId: null },
  )
  expect(await screen.findAllByRole('tab')).toHaveLength(4)
  expect(of('patientHousehold')).toHaveLength(1)
  cleanup()
  forgetLives()
  const none = open({ patientsWithSameNumber: () => ok([]) }, { patientId: null })
  await vi.waitFor(() => expect(none.of('patientsWithSameNumber')).toHaveLength(1))
  expect(none.of('patientHousehold')).toEqual([])
})

test('a family that did not load says so and loads again on request', async () => {
  let broken = true
  open({
    patientHousehold: () => (broken ? refused('Failed to fetch the household', 500) : household(rosalind, elias)),
    patientVisits: () => ok([]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('did not load')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await screen.findAllByRole('tab')).toHaveLength(4)
})
