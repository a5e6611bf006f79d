/** F42: after a patient says STOP, no text is handed over to that number until it says START. */
import { failureReason, OPTED_OUT_CODE } from '@foyer/contracts/campaign/failure-causes.rules.ts'
import { CARRIER_SAID_IT, NOT_WELCOME } from '../../apps/api/src/modules/texting/delivery.rules.ts'
import { type CarrierText, readCarrier } from './carrier-list.ts'
import { CLINICS, type Clinic } from './clinics.ts'
import { type Decision, newestOf, objectionTo, stoppedTimes, type Word, wantedBy } from './consent-order.rules.ts'
import type { Ledger } from './ledger.ts'
import type { Store } from './store.ts'
import { isStop, mayStop } from './wishes.ts'
import type { ChaosWorld } from './world.ts'

const KEPT_BACK = [NOT_WELCOME.opted_out, failureReason(OPTED_OUT_CODE)]
/** The ids of the messages that were not sent because of a STOP. */
export async function keptBackByStop(store: Pick<Store, 'ask'>): Promise<ReadonlySet<string>> {
  const rows = await store.ask<{ id: string }>('select id from messages where failure_reason = any($1)', [KEPT_BACK])
  return new Set(rows.map(({ id }) => id))
}

type ConsentWorld = Pick<ChaosWorld, 'sandboxUrl' | 'store'>

export async function checkConsent(world: ConsentWorld, ledger: Ledger): Promise<void> {
  for (const clinic of CLINICS) await checkClinic(clinic, world, ledger)
  const { size } = await keptBackByStop(world.store)
  ledger.counts.set('texts that a STOP kept back', size)
}

interface MessageRow {
  readonly id: string
  readonly phone: string
  readonly body: string
  readonly sid: string | null
  readonly automatic: boolean
  readonly status: string
  readonly failureReason: string | null
  readonly added: number | null
  /** By the API's clock. */
  readonly handedAt: number | null
}

const COMMITTED = '(extract(epoch from pg_xact_commit_timestamp(e.xmin)) * 1000)::float8'

async function checkClinic(clinic: Clinic, world: ConsentWorld, ledger: Ledger): Promise<void> {
  const { store } = world
  const phones = clinic.phones.filter(mayStop)
  const messages = await store.ask<MessageRow>(
    `select m.id, c.phone_number as phone, m.body, m.carrier_sid as sid, m.automatic, m.status,
       m.failure_reason as "failureReason", e.seq::int as added,
       (extract(epoch from m.handed_at) * 1000)::float8 as "handedAt"
     from messages m
     join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
     left join events e on e.organization_id = m.organization_id and e.type = 'message.added' and e.key = m.id
     where m.organization_id = $1 and m.direction = 'outbound' and not m.private and c.phone_number = any($2)`,
    [clinic.id, phones],
  )
  const before = await readConsents(clinic, store)
  // Read after the store: a text that leaves in between is at the carrier, but not yet `sent` in the store.
  const carrier = await readCarrier(world)
  const words = await readWords(clinic, store, carrier)
  const consentOf = await readConsents(clinic, store)

  const bySid = new Map(carrier.map((text) => [text.sid, text]))
  const byBody = new Map(carrier.filter(({ direction }) => direction === 'outbound-api').map((one) => [one.body, one]))
  const atCarrier = ({ sid, body, automatic }: MessageRow) =>
    bySid.get(sid ?? '') ?? (automatic ? undefined : byBody.get(body))

  for (const phone of phones) {
    const said = words.get(phone) ?? []
    const times = stoppedTimes(said.filter(({ isTaken }) => isTaken))
    const wanted = wantedBy(said)
    // A phone whose consent changes right now is checked the next time.
    if (wanted !== null && before.get(phone) === consentOf.get(phone)) {
      const held = consentOf.get(phone)
      // A START that a wrong clock dates back may be taken for older than the text that the carrier then refuses: the
      // number stays opted out until its next keyword.
      ledger.count('consents compared with the last keyword')
      ledger.hold(
        'F42',
        held === wanted || (held === 'opted_out' && ledger.hadWrongClock(newestOf(said)?.saidAt ?? 0)),
        () => `a phone of ${clinic.id} is ${held}, and its last keyword asked for ${wanted}`,
      )
    }
    const theirs = messages.filter((message) => message.phone === phone)
    const suspects = theirs.filter((message) => {
      const text = atCarrier(message)
      return text !== undefined && times.some(({ since }) => takenAtOf(text) >= since.committedAt)
    })
    const decisions = await readDecisions(clinic, store, suspects)
    for (const message of theirs) {
      const text = atCarrier(message)
      const { id, automatic, status, failureReason, added } = message
      if (automatic) {
        const isSaid = failureReason === CARRIER_SAID_IT
        if (['sent', 'delivered'].includes(status))
          ledger.hold(
            'I10',
            isSaid || text !== undefined,
            () => `${id} is shown as ${status}, and the carrier does not have it`,
          )
        if (status === 'failed') ledger.hold('I10', !text, () => `${id} is shown as failed, and the carrier has it`)
      }
      if (KEPT_BACK.includes(failureReason ?? '')) {
        ledger.hold('F42', status === 'failed', () => `${id} was kept back by a STOP and is shown as ${status}`)
        const hasSaidSo = carrier.some(({ from, body }) => from === phone && isStop(body))
        ledger.hold('F42', hasSaidSo, () => `${id} was kept back, and nobody said STOP`)
      }
      // The opt-out confirmation follows the STOP.
      if (automatic && message.body.includes('opted out')) continue
      const takenAt = text ? takenAtOf(text) : null
      const given = { id, addedSeq: added, takenAt, handedAt: handedAtOf(message, takenAt, ledger) }
      const objection = objectionTo(given, times, decisions.get(id) ?? [])
      ledger.hold('F42', objection === null, () => `the text ${id} ${objection}`)
    }
  }
}

/** A text whose answer is not stored yet was handed over before, and so was one whose time a wrong clock told. */
function handedAtOf({ status, handedAt }: MessageRow, takenAt: number | null, ledger: Ledger): number | null {
  if (takenAt === null) return null
  return status === 'queued' || ledger.hadWrongClock(takenAt) ? Number.NEGATIVE_INFINITY : handedAt
}

const takenAtOf = ({ createdAt }: CarrierText) => new Date(createdAt).getTime()

/** The keywords by phone, and whether the store has each. */
async function readWords({ id, number }: Clinic, store: Pick<Store, 'ask'>, carrier: readonly CarrierText[]) {
  const said = carrier.filter(
    ({ direction, to, body }) => direction === 'inbound' && to === number && isStop(body) !== null,
  )
  const [first] = await store.ask<{ at: number | null }>(
    `select ${COMMITTED} as at from events e where organization_id = $1 order by seq limit 1`,
    [id],
  )
  const rows = await store.ask<{ sid: string; seq: number | null; at: number | null }>(
    `select m.carrier_sid as sid, e.seq::int as seq, ${COMMITTED} as at
     from messages m
     left join events e on e.organization_id = m.organization_id and e.type = 'message.added' and e.key = m.id
     where m.organization_id = $1 and m.carrier_sid = any($2)`,
    [id, said.map(({ sid }) => sid)],
  )
  const taken = new Map(rows.map((row) => [row.sid, row]))
  const words = new Map<string, (Word & { readonly isTaken: boolean })[]>()
  for (const { sid, from, body, createdAt } of said) {
    const row = taken.get(sid)
    const word = {
      isStop: isStop(body) === true,
      saidAt: new Date(createdAt).getTime(),
      isTaken: row !== undefined,
      seq: row?.seq ?? 0,
      // A keyword of an earlier epoch was stored before this epoch began.
      committedAt: row?.at ?? first?.at ?? Infinity,
    }
    words.set(from, [...(words.get(from) ?? []), word])
  }
  return words
}

async function readConsents({ id }: Clinic, store: Pick<Store, 'ask'>): Promise<ReadonlyMap<string, string>> {
  const rows = await store.ask<{ phone: string; status: string }>(
    'select phone_number as phone, sms_status as status from consents where organization_id = $1',
    [id],
  )
  return new Map(rows.map(({ phone, status }) => [phone, status]))
}

async function readDecisions({ id }: Clinic, store: Pick<Store, 'ask'>, messages: readonly MessageRow[]) {
  const decisions = new Map<string, Decision[]>()
  if (messages.length === 0) return decisions
  const rows = await store.ask<Decision & { key: string }>(
    `select key, seq::int as seq, data -> 'message' ->> 'status' as status from events
     where organization_id = $1 and type = 'message.changed' and key = any($2) order by seq`,
    [id, messages.map((message) => message.id)],
  )
  for (const { key, seq, status } of rows) decisions.set(key, [...(decisions.get(key) ?? []), { seq, status }])
  return decisions
}
