/**
 * Random staff and patients work on one schedule, several at once. Afterwards all readings of it agree: the list, its views,
 * the days, the conversations, the log and a recount of the rows.
 */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { factOf, listedFacts, listedVisits } from '@foyer/contracts/appointments/listed.rules.ts'
import { appointmentViews, isInView, standingOf } from '@foyer/contracts/appointments/status.rules.ts'
import { applyEvents, mergeStates } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confirmVisit } from './appointments.ts'
import { openVisits, type Visits } from './visits.suite.ts'

const STAFF = ['lena', 'dana', 'sam']
const PATIENTS = ['p1', 'p2', 'p5']
const PHONES = ['+15125550142', '+15125550143', '+15125550155']
const DOCTORS = ['doctor1', 'doctor2']
const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22']

const one = <T>(values: readonly T[]) => fc.constantFrom(...values)
/** Few times, so that visits want the same ones. */
const time = fc
  .integer({ min: 0, max: 7 })
  .map((slot) => `${slot < 4 ? '09' : '10'}:${String((slot % 4) * 15).padStart(2, '0')}`)
const place = fc.nat(40)
const change = fc.oneof(
  fc.record({ type: one(['confirm', 'hold', 'withdraw']) }),
  fc.record({
    type: fc.constant('status'),
    status: one(['scheduled', 'arrived', 'completed', 'cancelled', 'noShow', 'confirmed']),
  }),
  fc.record({ type: fc.constant('move'), date: one(DAYS), time }),
  fc.record({ type: fc.constant('move'), date: one(DAYS), time, doctorId: one(DOCTORS) }),
  fc.record({ type: fc.constant('called'), outcome: one(['confirmed', 'reschedule', 'noAnswer', 'leftMessage']) }),
)
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      ...{
        kind: fc.constant('book' as const),
        patientId: one(PATIENTS),
        doctorId: one(DOCTORS),
        date: one(DAYS),
        time,
      },
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      places: fc.uniqueArray(place, { minLength: 1, maxLength: 3 }),
      change,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('confirmedByPatient' as const), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('text' as const), phone: one(PHONES) }) },
)
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never
const batches = fc.array(fc.array(fc.record({ user: one(STAFF), action }), { minLength: 1, maxLength: 4 }), {
  ...{ minLength: 15, maxLength: 20 },
})

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('all readings agree after random changes, seed %i', async (seed) => {
  const visits = await openVisits()
  try {
    await visits.store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
      values ('o1', 'p5', 'i5', 'Farah', 'Haddad', '${PHONES[2]}')`)
    await visits.visit('past', '2026-11-10T15:30:00Z', { status: 'arrived' })
    await visits.visit('first', '2026-11-20T15:30:00Z', { patientId: 'p5' })
    // Only visits that have begun can be missed.
    await visits.visit('begun', '2026-11-19T13:30:00Z')
    await visits.visit('begunToo', '2026-11-19T14:00:00Z', { patientId: 'p5' })
    const [given = []] = fc.sample(batches, { seed, numRuns: 1 })
    // Samples have objects without a prototype.
    await run(visits, JSON.parse(JSON.stringify(given)))
  } finally {
    await visits.close()
  }
})

async function run(visits: Visits, given: readonly (readonly { user: string; action: Action }[])[]): Promise<void> {
  const [before, beforeAt] = await listAll(visits)
  const undos = new Map<string, string[]>(STAFF.map((user) => [user, []]))
  const allowed = [200, 400, 404, 409, 422]
  for (const batch of given) {
    const ids = (
      await visits.store.query<{ id: string }>(
        `select id from appointments where organization_id = 'o1' order by created_at, id`,
      )
    ).map(({ id }) => id)
    const pick = (at: number) => ids[at % ids.length] ?? ''
    await Promise.all(
      batch.map(async ({ user, action: { kind, ...fields } }) => {
        if (kind === 'confirmedByPatient') {
          const appointmentId = pick((fields as { place: number }).place)
          const now = visits.parts.clock.now()
          await visits.parts.database.write('o1', (tx) =>
            confirmVisit(tx, { organizationId: 'o1', appointmentId, now }),
          )
        } else if (kind === 'text') await visits.text((fields as { phone: string }).phone, 'Hello again')
        else {
          const { status, body } = await ask(visits, user, { kind, ...fields } as Action, { pick, undos })
          expect(allowed, `${kind}: ${JSON.stringify(body)}`).toContain(status)
        }
      }),
    )
  }
  await agree(visits, before, beforeAt)
}

async function ask(
  visits: Visits,
  user: string,
  action: Action,
  { pick, undos }: { pick: (at: number) => string; undos: Map<string, string[]> },
) {
  const own = undos.get(user) ?? []
  switch (action.kind) {
    case 'book': {
      const { kind: _, ...fields } = action
      return visits.ask('bookAppointment', user, { ...fields, minutes: 20 })
    }
    case 'undo':
      return visits.ask('undoAppointments', user, { undoId: own[action.place % Math.max(1, own.length)] ?? 'absent' })
    case 'change': {
      const ids = [...new Set(action.places.map(pick))]
      const appointmentIds = action.change.type === 'move' ? ids.slice(0, 1) : ids
      const answer = await visits.ask('changeAppointments', user, { appointmentIds, change: action.change })
      if (answer.body.data?.undoId) own.push(answer.body.data.undoId)
      return answer
    }
    default:
      throw new Error('This is no call of staff.')
  }
}

async function listAll(visits: Visits, query: object = {}): Promise<[Appointment[], number]> {
  const { status, body } = await visits.ask('appointmentList', 'lena', { limit: 100, query: JSON.stringify(query) })
  expect([status, body.cursor]).toEqual([200, null])
  return [body.data.list, body.asOf]
}

async function agree(visits: Visits, before: readonly Appointment[], beforeAt: number): Promise<void> {
  const { store } = visits
  const [list, asOf] = await listAll(visits)
  // The old reading with the events that followed is the fresh reading.
  const events = (await visits.events(beforeAt)) as unknown as KnownEvent[]
  const facts = applyEvents(listedFacts, mergeStates(listedFacts, new Map(), before.map(factOf)), events)
  const shown = listedVisits([...facts.values()].sort(listedFacts.order), beforeAt)
  expect(shown).toEqual(list)
  expect(asOf).toBe((await visits.events()).at(-1)?.seq ?? 0)

  for (const view of appointmentViews) {
    const [found] = await listAll(visits, { appointmentStatus: view })
    const wanted = list.filter((visit) => isInView(view, visit))
    expect(found.map(({ _id }) => _id).sort(), view).toEqual(wanted.map(({ _id }) => _id).sort())
  }
  for (const date of DAYS) {
    const { body } = await visits.ask('appointmentDay', 'lena', { date })
    const wanted = list
      .filter(({ appointmentDate }) => appointmentDate === date)
      .map((visit) => ({
        ...{ _id: visit._id, startTime: visit.startTime, standing: standingOf(visit) },
        ...{ doctorId: visit.doctorId, version: visit.version },
      }))
    expect(body.data.marks, date).toEqual(wanted)
  }

  // No doctor has two patients at once.
  const overlaps = await store.query(`select one.id, other.id from appointments as one join appointments as other
    on one.organization_id = other.organization_id and one.doctor_id = other.doctor_id and one.id < other.id
      and one.starts_at < other.ends_at and other.starts_at < one.ends_at
    where one.status in ('scheduled', 'confirmed', 'arrived') and other.status in ('scheduled', 'confirmed', 'arrived')`)
  expect(overlaps).toEqual([])

  // The history leads to the status, without a gap.
  const told = await store.query<{
    id: string
    status: string
    steps: { from: string; to: string }[]
    positions: number[]
  }>(
    `select a.id, a.status, array_agg(h.position order by h.position) as positions,
       coalesce(json_agg(h.details order by h.position) filter (where h.kind = 'status'), '[]') as steps
     from appointments as a join appointment_history as h using (organization_id)
     where h.appointment_id = a.id group by a.id, a.status`,
  )
  for (const { id, status, steps, positions } of told) {
    expect(positions, id).toEqual(positions.map((_, place) => place + 1))
    for (const [place, { from }] of steps.entries()) if (place > 0) expect(from, id).toBe(steps[place - 1]?.to)
    if (steps.length > 0) expect(steps.at(-1)?.to, id).toBe(status)
  }

  // Each conversation, and the newest event of each patient, shows the next visit as the list has it.
  const { body } = await visits.call('conversations', 'lena', { status: 'all', limit: 100 })
  const next = (patientId: string) =>
    list.find(
      (visit) =>
        visit.patientId === patientId &&
        ['scheduled', 'confirmed', 'arrived'].includes(visit.appointmentStatus) &&
        visit.endsAt > '2026-11-19T16',
    )
  const states = new Map(
    events.filter(({ type }) => type === 'patient.changed').map((event) => [event.key, event.data]),
  )
  const asShown = (visit: Appointment | undefined) =>
    visit
      ? expect.objectContaining({
          appointmentId: visit._id,
          status: visit.appointmentStatus,
          startsAt: visit.startsAt,
        })
      : null
  for (const conversation of body.data)
    expect(conversation.appointment, conversation.patientId).toEqual(asShown(next(conversation.patientId)))
  for (const [patientId, state] of states)
    expect((state as { nextVisit: unknown }).nextVisit, patientId).toEqual(asShown(next(patientId)))
}
