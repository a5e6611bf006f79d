/**
 * Measures how long the API takes in a text that answers a reminder, beside a text of a patient who got none, in turn. Every
 * patient has a visit tomorrow; the answers confirm it, or leave it open whether the patient comes. The processes are those of
 * the four calls. A pause after each text lets the thanks leave before the next one.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { textFrom } from './calls-load.ts'
import { type CallsWorld, openCallsWorld } from './calls-world.ts'
import { openConnections } from './lean-client.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'

const EACH = 400
const WARM = 100
const PAUSE_MS = 25
const MOST = 1.3

const KINDS = [
  { name: 'no reply', body: 'I will bring my papers', isReminded: false },
  { name: 'confirms', body: 'C', isReminded: true },
  { name: 'is unclear', body: 'I will bring my papers', isReminded: true },
] as const
type Kind = (typeof KINDS)[number]['name']

export async function benchReplies(): Promise<Row[]> {
  const world = await openCallsWorld()
  try {
    const times = await takeInTurns(world, await arrange(world))
    const median = (kind: Kind) => quantile(times.get(kind) ?? [], 0.5)
    const plain = median('no reply')
    return [
      ...KINDS.filter(({ isReminded }) => isReminded).map(({ name }) => ({
        what: `taking in a reply that ${name}, p50`,
        figure: ms(median(name)),
        baseline: `no reply: ${ms(plain)}`,
        ratio: ratio(median(name), plain),
        aim: `at most ${MOST} ×`,
        isMissed: median(name) > MOST * plain,
      })),
      await isUnderstood(world),
    ]
  } finally {
    await world.stop()
  }
}

interface Sender {
  readonly from: string
  readonly kind: (typeof KINDS)[number]
}

/** The senders take the kinds in turn, so that their conversations are alike. */
async function arrange({ product, organizationId, query }: CallsWorld): Promise<readonly Sender[]> {
  const chosen = await query<{ id: string; sender: string }>(
    product,
    `select id, sender from conversations where organization_id = $1 and patient_id is not null order by id limit $2`,
    [organizationId, (EACH + WARM) * KINDS.length],
  )
  const senders = chosen.map(({ sender }, nth) => ({ from: sender, kind: KINDS[nth % KINDS.length] ?? KINDS[0] }))
  const reminded = chosen.filter((_, nth) => senders[nth]?.kind.isReminded).map(({ id }) => id)
  const run = (sql: string, values: readonly unknown[] = []) => query(product, sql, [organizationId, ...values])
  await run(
    `insert into doctors (organization_id, id, first_name, last_name, name) values ($1, 'd1', 'Ann', 'Lee', 'Dr. Lee')`,
  )
  await run(
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
       location)
     select organization_id, id, patient_id, 'd1', 'Dr. Lee', start, start + interval '20 minutes', 'scheduled', 'Follow-up',
       'Northgate'
     from conversations, date_trunc('hour', now() + interval '1 day') as start
     where organization_id = $1 and id = any($2)`,
    [chosen.map(({ id }) => id)],
  )
  await run(
    `insert into messages (organization_id, id, conversation_id, direction, body, created_at, handed_at, status, version, origin,
       quiet)
     select organization_id, 'reminder ' || id, id, 'outbound', 'Reply C to confirm or R to reschedule.', now() - interval '1 hour',
       now() - interval '1 hour', 'delivered', 0, 'reminder', true
     from conversations where organization_id = $1 and id = any($2)`,
    [reminded],
  )
  await run(
    `insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status, message_id,
       address, created_at)
     select a.organization_id, a.id, a.id, a.patient_id, a.starts_at, 'step', 'reminder', 'sms', 'delivered', 'reminder ' || a.id,
       c.sender, now() - interval '1 hour'
     from appointments as a
     join conversations as c on c.organization_id = a.organization_id and c.id = a.id
     where a.organization_id = $1 and a.id = any($2)`,
    [reminded],
  )
  await query(product, 'vacuum (analyze) appointments, reminders, messages')
  return senders
}

async function takeInTurns(
  { product, organizationId, query }: CallsWorld,
  senders: readonly Sender[],
): Promise<ReadonlyMap<Kind, readonly number[]>> {
  const [clinic] = await query<{ number: string }>(
    product,
    'select sms_number as number from organizations where id = $1',
    [organizationId],
  )
  const times = new Map<Kind, number[]>(KINDS.map(({ name }) => [name, []]))
  const [connection] = await openConnections(product.url, 1)
  if (!connection) throw new Error('The API took no connection.')
  for (const [nth, { from, kind }] of senders.entries()) {
    const request = textFrom(product, { from, to: clinic?.number ?? '', body: kind.body })
    const began = performance.now()
    const { status, body } = await connection.send(request)
    if (status !== 200) throw new Error(`A text was answered ${status}: ${body.toString()}`)
    if (nth >= WARM * KINDS.length) times.get(kind.name)?.push(performance.now() - began)
    await pause(PAUSE_MS)
  }
  connection.close()
  return times
}

/** Counts what the replies became, so that a fast answer that understood nothing is not taken for one. */
async function isUnderstood({ product, organizationId, query }: CallsWorld): Promise<Row> {
  const [counted] = await query<{ confirmed: number; unclear: number }>(
    product,
    `select count(*) filter (where status = 'confirmed')::int as confirmed,
       count(*) filter (where reply_kind = 'unclear')::int as unclear
     from appointments where organization_id = $1`,
    [organizationId],
  )
  const { confirmed = 0, unclear = 0 } = counted ?? {}
  return {
    what: 'visits that they confirmed, and left open',
    figure: `${confirmed}, ${unclear}`,
    aim: `${EACH + WARM} each`,
    isMissed: confirmed !== EACH + WARM || unclear !== EACH + WARM,
  }
}
