/** Each figure beside a count in plain JavaScript over the stored rows, so that a wrong condition of its declaration shows. */
import { type MetricName, metricNames, metrics } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { matchesFilter, type ReviewState } from '@foyer/contracts/listings/states.rules.ts'
import { createRandom } from '@foyer/contracts/random.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisits, type Visits } from '../appointments/visits.suite.ts'
import { openWorld } from './random-world.suite.ts'

const RANGE = { startDate: '2026-10-20', endDate: '2026-11-19' }
/** The range by the clinic's clock, which goes back on November 1. */
const [FROM, UNTIL] = [Date.parse('2026-10-20T05:00:00Z'), Date.parse('2026-11-20T06:00:00Z')]

type Row = Readonly<Record<string, unknown>>
type Is = (row: Row) => boolean

let clinic: Visits
const stored = new Map<string, Row[]>()
beforeAll(async () => {
  clinic = await openVisits()
  const world = await openWorld(clinic)
  for (const seed of [1, 2, 3, 4]) {
    const random = createRandom(`by hand ${seed}`)
    await world.grow(random, seed)
    await world.act(random)
  }
  for (const table of [
    ...['messages', 'mails', 'faxes', 'answered_waits', 'reminders', 'reviews', 'listing_locations', 'appointments'],
    ...['service_requests', 'campaign_sends', 'campaign_marks', 'form_submissions', 'conversations'],
  ])
    stored.set(table, await clinic.store.query<Row>(`select * from ${table} where organization_id = 'o1'`))
})
afterAll(() => clinic.close())

const rowsOf = (table: string) => stored.get(table) ?? []
const oneOf = (value: unknown, ...values: readonly unknown[]) => values.includes(value)
const isSet = (value: unknown) => value !== null
const timeOf = (value: unknown) => new Date(value as Date).getTime()

/** The rows of a table that the range has, by the column with their instant. */
function count(table: string, at: string, is: Is = () => true): number {
  return rowsOf(table).filter((row) => timeOf(row[at]) >= FROM && timeOf(row[at]) < UNTIL && is(row)).length
}

const texts = (is: Is) => count('messages', 'created_at', (row) => row.private === false && is(row))
const sentTexts = (is: Is) =>
  texts((row) => row.direction === 'outbound' && oneOf(row.status, 'sent', 'delivered') && is(row))
const sentMails = (is: Is) => count('mails', 'created_at', (row) => row.status === 'sent' && is(row))
const sentFaxes = () => count('faxes', 'created_at', ({ status }) => oneOf(status, 'delivered', 'partial'))
const isBy =
  (staff: boolean): Is =>
  (row) =>
    isSet(row.user_id) === staff

const waits = (is: Is) => count('answered_waits', 'answered', (row) => row.failed === false && is(row))
const secondsOf = ({ open_seconds, answered, began }: Row) =>
  isSet(open_seconds) ? Number(open_seconds) : (timeOf(answered) - timeOf(began)) / 1000

const reminders = (is: Is) => count('reminders', 'created_at', (row) => row.type === 'reminder' && is(row))
const wasSent: Is = ({ status }) => oneOf(status, 'sent', 'delivered')

/** The list of reviews has the same rule. */
const reviews = (filter: 'all' | 'needsReply' | 'replied') =>
  count('reviews', 'created_at', ({ location_id, state, stars }) => {
    const location = rowsOf('listing_locations').find(({ id }) => id === location_id)
    return isSet(location?.due_at) && matchesFilter({ state: state as ReviewState, stars: Number(stars) }, filter)
  })

const visits = (is: Is) => count('appointments', 'starts_at', is)
const isConfirmed: Is = (row) => isSet(row.confirmed_at) || row.status === 'confirmed' || row.was_confirmed === true

const sends = (is: Is) =>
  rowsOf('campaign_sends').filter((row) => {
    const at = timeOf(row.taken_at ?? row.at)
    return at >= FROM && at < UNTIL && is(row)
  }).length
const marks = (event: string) => count('campaign_marks', 'at', (row) => row.event === event)

const conversations = (is: Is) => rowsOf('conversations').filter(is)
const isOpen: Is = ({ status }) => oneOf(status, 'open', 'unassigned')
const isListed: Is = ({ status }) => status !== 'quiet'
const openOf = (is: Is) => conversations((row) => isOpen(row) && is(row)).length

/** A metric that joins the catalogue needs its count here. */
const BY_HAND: Record<MetricName, () => number> = {
  'messages.received': () => texts(({ direction }) => direction === 'inbound'),
  'messages.sent': () => sentTexts(() => true) + sentMails(() => true) + sentFaxes(),
  'messages.staff': () => sentTexts(isBy(true)) + sentMails(isBy(true)) + sentFaxes(),
  'messages.automatic': () => sentTexts(isBy(false)) + sentMails(isBy(false)),
  'messages.failed': () =>
    texts(({ status }) => oneOf(status, 'failed', 'undelivered')) +
    count('mails', 'created_at', ({ status }) => status === 'failed') +
    count('faxes', 'created_at', ({ status }) => status === 'failed'),
  'waits.answered': () => waits(() => true),
  'waits.within': () => waits((row) => secondsOf(row) <= 15 * 60),
  'reminders.sent': () => reminders(wasSent),
  'reminders.failed': () => reminders(({ status }) => status === 'notDelivered'),
  'reminders.confirmed': () => reminders((row) => wasSent(row) && isSet(row.confirmed_at)),
  'reviews.received': () => reviews('all'),
  'reviews.replied': () => reviews('replied'),
  'reviews.waiting': () => reviews('needsReply'),
  'requests.made': () => count('service_requests', 'made'),
  'requests.self': () => count('service_requests', 'made', ({ self }) => self === true),
  'visits.booked': () => visits(() => true),
  'visits.confirmed': () => visits(isConfirmed),
  'visits.kept': () => visits(({ status }) => oneOf(status, 'arrived', 'completed', 'admitted', 'discharged')),
  'visits.cancelled': () => visits(({ status }) => status === 'cancelled'),
  'visits.noShow': () => visits(({ status }) => status === 'noShow'),
  'visits.rescheduled': () => visits(({ moved_from }) => isSet(moved_from)),
  'campaign.sent': () => sends(({ taken_at }) => isSet(taken_at)),
  'campaign.delivered': () => sends(({ state }) => state === 'delivered'),
  'campaign.failed': () => sends(({ state }) => state === 'failed'),
  'campaign.opened': () => marks('opened'),
  'campaign.clicked': () => marks('clicked'),
  'campaign.replied': () => marks('replied'),
  'campaign.optedOut': () => marks('optedOut'),
  'campaign.booked': () => marks('booked'),
  'forms.submitted': () => count('form_submissions', 'created_at', ({ state }) => state !== 'held'),
  'conversations.open': () => openOf(() => true),
  'conversations.waiting': () => conversations((row) => isListed(row) && isSet(row.waiting_since)).length,
  'count.unreadMessages': () => conversations(isListed).reduce((sum, row) => sum + Number(row.unread_count), 0),
  'count.openRequests': () => openOf((row) => oneOf(row.request_type, 'appointment', 'prescription', 'billing')),
  'count.otherRequests': () => openOf((row) => row.request_type === 'other'),
  'count.openConciergeRequests': () => openOf((row) => row.request_type === 'concierge'),
  'count.thumbsDown': () => conversations((row) => isListed(row) && row.feedback === 'down').length,
}

test.each(metricNames)('the figure %s is that of a count by hand', async (metric) => {
  const days = 'isGauge' in metrics[metric] ? {} : RANGE
  const { body } = await clinic.call('dashboardRows', 'lena', { metric, ...days, limit: 1 })
  expect(body.total).toBe(BY_HAND[metric]())
  expect(body.total).toBeGreaterThan(0)
})

test('the shares and the channels of the boards are those of the metrics that list their rows [DASH-02] [DASH-04]', async () => {
  const totalOf = async (metric: MetricName, cut = {}) =>
    (await clinic.call('dashboardRows', 'lena', { metric, ...RANGE, ...cut, limit: 1 })).body.total
  const { body: texting } = await clinic.call('patientCommunication', 'lena', RANGE)
  for (const channel of ['sms', 'chat', 'email', 'fax'])
    expect([channel, texting.data.byChannel[channel].sent]).toEqual([
      channel,
      await totalOf('messages.sent', { cut: 'channel', value: channel }),
    ])
  expect(texting.data.sent).toBe(await totalOf('messages.sent'))
  expect(texting.data.firstReply.within.count).toBe(await totalOf('waits.within'))
  const { body: reviewing } = await clinic.call('onlineReviewsCount', 'lena', RANGE)
  expect(reviewing.data.waiting).toBe(await totalOf('reviews.waiting'))
})
