/**
 * Measures the conversation list and a member's text while a campaign of 20,000 patients is prepared, and while it sends 20
 * texts a second and their reports come in, beside both before or after it. `BENCH_CAMPAIGN` takes another number of patients.
 */
import type { CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import { until } from '../support/until.ts'
import { type CallsWorld, openCallsWorld } from './calls-world.ts'
import { median, ms, quantile, type Row, ratio } from './statistics.ts'

const PATIENTS = Number(process.env.BENCH_CAMPAIGN ?? 20_000)
const A_SECOND = 20
const SAMPLES = 400
/** A desk makes calls more seldom. */
const EVERY_MS = 50
const READY_MS = 600_000
const MOST = 1.5
/** Texts of campaigns leave by day only, so the patients live where it is day. */
const ZONES = ['America/Chicago', 'Europe/Berlin', 'Asia/Tokyo', 'Pacific/Honolulu', 'Asia/Dubai'] as const

export async function benchCampaigns(): Promise<Row[]> {
  const world = await openCallsWorld()
  try {
    await addPatients(world)
    const desk = await deskOf(world)
    await desk.take(40)
    const before = await desk.take(SAMPLES)
    await fast(world)
    const campaign = await launch(world)
    const began = performance.now()
    const preparing = await desk.takeUntil(async () => !(await campaign.read()).preparing)
    const seconds = (performance.now() - began) / 1000
    const prepared = await campaign.read()
    const sendingBegan = performance.now()
    const sending = await desk.take(SAMPLES)
    const sendingSeconds = (performance.now() - sendingBegan) / 1000
    const after = await campaign.read()
    const sent = (prepared.states.waiting - after.states.waiting) / sendingSeconds
    await world.member.call('stopCampaign', { params: { id: after._id }, body: about(world) })
    await isStopped(campaign)
    await desk.take(40)
    const idle = calmest(before, await desk.take(SAMPLES))
    return [
      ...rowsOf('prepared', preparing, idle),
      ...rowsOf(`sent at ${A_SECOND} a second`, sending, idle),
      {
        ...{
          what: 'patients prepared',
          figure: `${(PATIENTS / seconds).toFixed(0)}/s`,
          baseline: `${seconds.toFixed(1)} s`,
        },
        ...{ aim: 'all of them', isMissed: prepared.states.total !== PATIENTS },
      },
      {
        ...{ what: 'texts of the campaign that left', figure: `${sent.toFixed(1)}/s` },
        // The news of the campaign may be a second old at both ends.
        ...{ aim: `${A_SECOND}/s`, isMissed: sent < A_SECOND * 0.8 },
      },
    ]
  } finally {
    await world.stop()
  }
}

const about = ({ organizationId }: CallsWorld) => ({ organizationId })

/** The milliseconds that each call took. */
interface Taken {
  readonly list: readonly number[]
  readonly reply: readonly number[]
}

interface Desk {
  take(samples: number): Promise<Taken>
  takeUntil(isOver: () => Promise<boolean>): Promise<Taken>
}

/** A member who reads the list and answers a patient by turns. */
async function deskOf({ member, organizationId }: CallsWorld): Promise<Desk> {
  const query = { organizationId, status: ['open' as const], limit: 50 }
  const { data } = await member.call('conversations', { query })
  let turns = 0
  async function turn(taken: { list: number[]; reply: number[] }): Promise<void> {
    const next = new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    const conversation = data[turns++ % data.length]
    const began = performance.now()
    await member.call('conversations', { query })
    const read = performance.now()
    await member.call('sendMessage', {
      body: { organizationId, conversationId: conversation?.id ?? '', message: `Of course, see you then. ${turns}` },
      key: `reply ${turns}`,
    })
    taken.reply.push(performance.now() - read)
    taken.list.push(read - began)
    await next
  }
  return {
    async take(samples) {
      const taken = { list: [], reply: [] }
      for (let sample = 0; sample < samples; sample++) await turn(taken)
      return taken
    },
    async takeUntil(isOver) {
      const taken = { list: [], reply: [] }
      const until = performance.now() + READY_MS
      while (taken.list.length % 10 !== 9 || !(await isOver())) {
        if (performance.now() > until) throw new Error('The campaign was not prepared in time.')
        await turn(taken)
      }
      return taken
    },
  }
}

/** The desk alone is measured before and after the campaign: after the patients are added PostgreSQL works on for a while. */
function calmest(one: Taken, other: Taken): Taken {
  const calmer = (key: keyof Taken) => (quantile(one[key], 0.99) < quantile(other[key], 0.99) ? one[key] : other[key])
  return { list: calmer('list'), reply: calmer('reply') }
}

async function addPatients(world: CallsWorld): Promise<void> {
  await world.query(
    world.product,
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, gender, timezone, insurance_type)
     select $1, 'many' || i, 'of-many' || i, 'Pat', 'Of ' || i, '+1512' || (5000000 + i), 'unknown', $3, 'Campaign'
     from generate_series(1, $2::int) as i`,
    [world.organizationId, PATIENTS, zoneByDay(new Date())],
  )
  await world.query(world.product, 'analyze patients')
}

/** The zone whose clock is nearest to noon. */
function zoneByDay(now: Date): string {
  const fromNoon = (timeZone: string) =>
    Math.abs(12 - Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now)))
  return ZONES.reduce((best, zone) => (fromNoon(zone) < fromNoon(best) ? zone : best))
}

async function fast(world: CallsWorld): Promise<void> {
  const { data } = await world.member.call('outreachSettings', { query: about(world) })
  const outreach = { ...data, segmentsPerSecond: A_SECOND, failurePercent: 100, dailyShare: 100 }
  await world.member.call('saveOutreachSettings', { body: { ...about(world), ...outreach } })
}

/** Resolves when nothing of it is on its way any more. */
async function isStopped(campaign: { read(): Promise<CampaignDetail> }): Promise<void> {
  await until(async () => {
    const { states } = await campaign.read()
    return states.waiting + states.queued + states.sent === 0
  }, READY_MS)
}

async function launch(world: CallsWorld) {
  const { member } = world
  const { data: draft } = await member.call('addCampaign', {
    body: {
      ...{ ...about(world), name: 'Flu shots', type: 'SMS', content: 'Flu shots are here. {{clinic}}', perHour: null },
      audience: { kind: 'filters', rules: [{ field: 'insurance', op: 'is', value: 'Campaign' }] },
    },
    key: 'the only campaign',
  })
  const params = { id: draft._id }
  await member.call('launchCampaign', {
    params,
    body: { ...about(world), revision: draft.revision },
    key: 'the launch',
  })
  return { read: async () => (await member.call('campaign', { params, query: about(world) })).data }
}

function rowsOf(what: string, took: Taken, idle: Taken): Row[] {
  return [
    beside(`list while ${PATIENTS.toLocaleString('en-US')} are ${what}`, took.list, idle.list),
    beside(`a member's text while they are ${what}`, took.reply, idle.reply),
  ]
}

function beside(what: string, took: readonly number[], idle: readonly number[]): Row {
  const p99 = (samples: readonly number[]) => quantile(samples, 0.99)
  return {
    ...{ what: `${what}, p99`, figure: `${ms(p99(took))}, p50 ${ms(median(took))}` },
    ...{ baseline: `alone: ${ms(p99(idle))}, p50 ${ms(median(idle))}`, ratio: ratio(p99(took), p99(idle)) },
    ...{ aim: `${MOST} × or less`, isMissed: p99(took) > MOST * p99(idle) },
  }
}
