import { type Appointment, appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import { expect, test } from 'vitest'
import { initialContext } from '../../state/main-context.rules.ts'
import { type AskedPage, compareBy, hasNext, newcomers, type ShownPage } from './visit-page.rules.ts'

const visit = (_id: string, startTime: string, facts: Partial<Appointment> = {}): Appointment => ({
  ...appointmentExample,
  ...{ _id, startTime, startsAt: `2026-11-20T${startTime}:00.000Z`, appointmentDate: '2026-11-20' },
  ...facts,
})
const asked: AskedPage = {
  filter: { ...initialContext().appointmentFilter, startDate: '2026-11-20', endDate: '2026-11-20' },
  sort: { field: 'appointmentDate', direction: 1 },
  page: 1,
  slot: null,
}
const rows = [visit('a', '09:00'), visit('b', '10:00'), visit('c', '11:00')]

function page(
  part: { asked?: Partial<AskedPage>; total?: number; more?: boolean; rows?: Appointment[] } = {},
): ShownPage {
  const shown = part.rows ?? rows
  const reading = { order: shown.map(({ _id }) => _id), total: part.total ?? shown.length, more: part.more ?? false }
  return { asked: { ...asked, ...part.asked }, reading: { ...reading, bounded: false, asOf: 10 }, rows: shown }
}
const byId = (...visits: Appointment[]) => new Map(visits.map((one) => [one._id, one]))

test.each<[string, ShownPage, Appointment, number]>([
  ['between the rows', page(), visit('n', '09:30'), 1],
  ['before the first row of page 1', page(), visit('n', '08:00'), 1],
  ['after the last row of the last page', page(), visit('n', '18:00'), 1],
  ['after the last row when pages follow', page({ total: 48 }), visit('n', '18:00'), 0],
  ['after the last row when more than the total follow', page({ total: 3, more: true }), visit('n', '18:00'), 0],
  ['before the first row of page 2', page({ asked: { page: 2 } }), visit('n', '08:00'), 0],
  ['in another status', page(), visit('n', '09:30', { appointmentStatus: 'cancelled' }), 0],
  ['on another day', page(), visit('n', '09:30', { appointmentDate: '2026-11-21' }), 0],
  ['in the half hour', page({ asked: { slot: '09:30' } }), visit('n', '09:45'), 1],
  ['in another half hour', page({ asked: { slot: '09:30' } }), visit('n', '10:05'), 0],
  [
    'that its column of the ribbon counts',
    page({ asked: { slot: '09:30' } }),
    visit('n', '09:45', { appointmentStatus: 'completed' }),
    1,
  ],
  [
    'that its column leaves out',
    page({ asked: { slot: '09:30' } }),
    visit('n', '09:45', { appointmentStatus: 'cancelled' }),
    0,
  ],
  [
    'in a half hour, but in another status than the chosen one',
    page({ asked: { slot: '09:30', filter: { ...asked.filter, appointmentStatus: 'unconfirmed' } } }),
    visit('n', '09:45', { appointmentStatus: 'completed' }),
    0,
  ],
  ['already a row', page(), visit('a', '09:30'), 0],
  ['on an empty page', page({ rows: [] }), visit('n', '09:30'), 1],
])('newcomers counts a visit %s', (_, shown, one, count) => {
  expect(newcomers(shown, byId(one).values())).toBe(count)
})

test('compareBy sorts nulls last both ways, then by the start', () => {
  const none = visit('x', '08:00', { insuranceType: null })
  const aetna = visit('y', '09:00', { insuranceType: 'Aetna' })
  const united = visit('z', '07:00', { insuranceType: 'united' })
  const ids = (direction: 1 | -1) =>
    [none, united, aetna]
      .sort((one, other) => compareBy({ field: 'insuranceType', direction }, one, other))
      .map((one) => one._id)
  expect([ids(1), ids(-1)]).toEqual([
    ['y', 'z', 'x'],
    ['z', 'y', 'x'],
  ])
  const confirmed = visit('k', '06:00', { confirmed: true })
  expect(compareBy({ field: 'confirmed', direction: 1 }, aetna, confirmed)).toBe(-1)
  expect(compareBy({ field: 'appointmentDate', direction: -1 }, aetna, confirmed)).toBe(-1)
})

test('hasNext follows the total', () => {
  expect([hasNext(page({ total: 48 })), hasNext(page())]).toEqual([true, false])
  expect(hasNext(page({ total: 3, more: true }))).toBe(false)
})
