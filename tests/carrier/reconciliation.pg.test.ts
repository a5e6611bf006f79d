/** Reconciliation finds texts that the carrier accepted but could not deliver to us, over the carrier's own API. */
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { file, photo } from '../../apps/api/src/files/sample-files.suite.ts'
import { createMediaGateway } from '../../apps/api/src/gateways/carrier-media.ts'
import { createReceivedTexts, type ReceivedTexts } from '../../apps/api/src/gateways/received-texts.ts'
import { Refusal } from '../../apps/api/src/http/refusal.ts'
import { startMediaFetching } from '../../apps/api/src/modules/attachments/media-fetching.ts'
import { reconcile } from '../../apps/api/src/modules/texting/reconciliation/reconcile.ts'
import {
  type ReconciliationOptions,
  startReconciliation,
} from '../../apps/api/src/modules/texting/reconciliation/reconciliation.ts'
import { CEDAR } from '../calls/clinics.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'
import { type CarrierWorld, openCarrierWorld, organizationId } from './carrier-world.ts'

const MINUTE = 60_000
let world: CarrierWorld
let serial = 5_125_557_000
const newPhone = () => `+1${++serial}`

beforeAll(async () => {
  world = await openCarrierWorld()
  // Runs before any text is sent, so that every later run has a watermark.
  await reconcileOnce()
})
beforeEach(async () => {
  await world.behave({ dropInbound: true })
  await coveredUntil(60 * MINUTE)
})
afterEach(() => expect(world.clinics.takeFailures()).toEqual([]))
afterAll(() => world.close())

const query = <Row>(text: string, values: unknown[] = []) => world.clinics.store.query<Row & object>(text, values)

/** Sets the watermark back, as if reconciliation had not run for that long. */
const coveredUntil = (agoMs: number) =>
  query(
    `update reconciliation_runs set begun_at = now() - interval '30 days', attempted_at = null,
       covered_until = now() - make_interval(secs => $1)`,
    [agoMs / 1000],
  )

async function covered(): Promise<number> {
  const [row] = await query<{ at: Date }>(
    'select covered_until as at from reconciliation_runs where organization_id = $1',
    [organizationId],
  )
  return row?.at.getTime() ?? 0
}

const carrier = (options = {}) => createReceivedTexts(world.twilio, options)

interface Runs extends ReconciliationOptions {
  /** How far the worker's clock is ahead. */
  readonly aheadMs?: number
  readonly workers?: number
}

/** Runs the workers' first reconciliation and stops them; returns the last one's counts. */
async function reconcileOnce({ aheadMs = 0, workers = 1, ...options }: Runs = {}) {
  await query('update reconciliation_runs set attempted_at = null')
  const { parts } = world.clinics
  const clock = { now: () => new Date(parts.clock.now().getTime() + aheadMs) }
  let metrics = new Registry()
  const running = Array.from({ length: workers }, () => {
    metrics = new Registry()
    const settings = { carrier: carrier(), pollMs: 5, everyMs: 3_600_000, ...options }
    return startReconciliation({ ...parts, clock, metrics }, settings)
  })
  const isDone = async () => {
    const rows = await query<{ is_done: boolean }>(
      'select attempted_at is not null and leased_by is null as is_done from reconciliation_runs',
    )
    return rows.length === 2 && rows.every(({ is_done }) => is_done)
  }
  try {
    await until(isDone)
  } finally {
    await Promise.all(running.map((worker) => worker.stop()))
  }
  return metrics
}
const bodies = async (phone: string) => (await world.thread(phone)).map(({ message }) => message)
const consent = async (phone: string) => {
  const [row] = await query<{ sms_status: string }>('select sms_status from consents where phone_number = $1', [phone])
  return row?.sms_status ?? 'subscribed'
}

describe('text that the carrier could not deliver', () => {
  test('is in the thread once, in its position and with its time, and the patient waits since then [OPEN-101]', async () => {
    const phone = newPhone()
    await world.types(phone, 'Sent while you were away', { ms: 5 * MINUTE })
    await world.clinics.text(phone, 'Are you there?')
    await reconcileOnce()
    await coveredUntil(60 * MINUTE)
    const metrics = await reconcileOnce()
    const [missed, heard] = await world.thread(phone)
    expect(await bodies(phone)).toEqual(['Sent while you were away', 'Are you there?'])
    const sentAgo = Date.now() - Date.parse(missed!.createdAt)
    expect([sentAgo > 5 * MINUTE - 2000, sentAgo < 6 * MINUTE]).toEqual([true, true])
    const shown = await world.conversation(phone)
    expect(shown).toMatchObject({ last_message: 'Are you there?', unread_count: 2, status: 'unassigned' })
    expect(shown.last_message_at.toISOString()).toBe(heard!.createdAt)
    expect(shown.waiting_since?.toISOString()).toBe(missed!.createdAt)
    expect(await metrics.getSingleMetricAsString('foyer_missed_texts_total')).not.toMatch(/taken/)
  })

  test('starts the conversation of a new patient, with the time it was sent', async () => {
    const phone = newPhone()
    await world.types(phone, 'New here', { ms: 3 * MINUTE })
    const metrics = await reconcileOnce()
    const [missed] = await world.thread(phone)
    const shown = await world.conversation(phone)
    expect(shown).toMatchObject({ last_message: 'New here', unread_count: 1 })
    expect(shown.last_message_at.toISOString()).toBe(missed!.createdAt)
    expect(await metrics.getSingleMetricAsString('foyer_missed_texts_total')).toMatch(/outcome="taken"} 1$/m)
  })

  test('is not ingested while its webhook may still arrive', async () => {
    const phone = newPhone()
    const sid = await world.types(phone, 'Just now')
    await reconcileOnce()
    await expect(world.conversation(phone)).rejects.toThrow('no conversation')
    await reconcileOnce({ aheadMs: 40_000 })
    expect(await bodies(phone)).toEqual(['Just now'])
    await world.clinics.text(phone, 'Just now', { MessageSid: sid })
    expect((await world.conversation(phone)).unread_count).toBe(1)
  })

  test('is ignored when it is from before the first reconciliation', async () => {
    const phone = newPhone()
    await query('delete from reconciliation_runs')
    await world.types(phone, 'Long before', { ms: 5 * MINUTE })
    await reconcileOnce()
    await reconcileOnce({ aheadMs: 2 * MINUTE })
    await expect(world.conversation(phone)).rejects.toThrow('no conversation')
  })

  test('has its pictures [INBOX-03]', async () => {
    const phone = newPhone()
    const picture = file(await photo(), 'card.jpg')
    const answer = await fetch(`${world.sandbox.url}/sandbox/media`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: picture,
    })
    const { sid } = (await answer.json()) as { sid: string }
    await world.types(phone, 'My card', { ms: MINUTE, media: [sid] })
    await reconcileOnce()
    const parts = { ...world.clinics.parts, metrics: new Registry() }
    const fetching = startMediaFetching(parts, { gateway: createMediaGateway(world.twilio), pollMs: 20 })
    await until(async () => (await world.thread(phone))[0]?.attachments.length === 1).finally(fetching.stop)
    expect((await world.thread(phone))[0]?.attachments).toMatchObject([{ name: 'picture-1.jpg' }])
  })

  test('keeps the patient waiting when a newer staff answer exists, whatever the outcome of that answer', async () => {
    const phone = newPhone()
    await world.types(phone, 'And may I eat before?', { ms: MINUTE })
    await world.clinics.text(phone, 'Is 9 fine?')
    const { id: conversationId } = await world.conversation(phone)
    const body = { organizationId, conversationId, message: 'Yes, 9 is fine.' }
    const { data: answer } = await world.clinics.staff.lena.call('sendMessage', { body })
    await reconcileOnce()
    expect(await bodies(phone)).toEqual(['And may I eat before?', 'Is 9 fine?', 'Yes, 9 is fine.'])
    const [missed] = await world.thread(phone)
    const waitingSince = async () => (await world.conversation(phone)).waiting_since?.toISOString()
    expect([(await world.conversation(phone)).last_message, await waitingSince()]).toEqual([
      'Yes, 9 is fine.',
      missed!.createdAt,
    ])
    for (const MessageStatus of ['undelivered', 'delivered']) {
      const path = `/api/inbox/webhooks/twilio/status?messageId=${answer._id}`
      await world.clinics.post(path, { MessageSid: `SM${answer._id}`, MessageStatus, From: CEDAR.number })
      expect(await waitingSince()).toBe(missed!.createdAt)
    }
    expect((await world.thread(phone)).at(-1)?.status).toBe('delivered')
  })
})

describe('reconciliation stores each text once when there are', () => {
  const many = async () => {
    const texts: { phone: string; body: string; sid: string }[] = []
    for (let nth = 0; nth < 12; nth++) {
      const [phone, body] = [newPhone(), `Text ${nth}`]
      texts.push({ phone, body, sid: await world.types(phone, body, { ms: 2 * MINUTE }) })
    }
    return texts
  }
  const once = async (texts: Awaited<ReturnType<typeof many>>) => {
    for (const { phone, body } of texts) {
      expect(await bodies(phone)).toEqual([body])
      expect((await world.conversation(phone)).unread_count).toBe(1)
    }
  }

  test('webhooks for the same texts at the same moment', async () => {
    for (let tries = 0; tries < 3; tries++) {
      await coveredUntil(60 * MINUTE)
      const texts = await many()
      await Promise.all([
        reconcileOnce(),
        ...texts.map(({ phone, body, sid }) => world.clinics.text(phone, body, { MessageSid: sid })),
      ])
      await once(texts)
    }
  })

  test('two workers, and two concurrent runs', async () => {
    const shared = await many()
    await reconcileOnce({ workers: 2 })
    await once(shared)
    const texts = await many()
    const about = {
      organizationId,
      smsNumber: CEDAR.number,
      begunAt: new Date(0),
      coveredUntil: new Date(Date.now() - 30 * MINUTE),
    }
    const signal = new AbortController().signal
    const outcomes: string[] = []
    const parts = { ...world.clinics.parts, carrier: carrier(), signal, advanceWatermark: async () => undefined }
    const report = ({ outcome }: { outcome: string }) => void outcomes.push(outcome)
    await Promise.all([reconcile({ ...parts, report }, about), reconcile({ ...parts, report }, about)])
    await once(texts)
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(texts.length)
  })

  test('several pages in the list', async () => {
    const phone = newPhone()
    for (let nth = 0; nth < 7; nth++) await world.types(phone, `Part ${nth}`, { ms: (9 - nth) * MINUTE })
    await reconcileOnce({ carrier: carrier({ pageSize: 2 }) })
    expect(await bodies(phone)).toEqual([0, 1, 2, 3, 4, 5, 6].map((nth) => `Part ${nth}`))
  })
})

describe('reconciliation when the carrier fails', () => {
  test('does not advance its watermark when the carrier is unreachable, and the next run starts there', async () => {
    const phone = newPhone()
    await world.types(phone, 'Hello?', { ms: MINUTE })
    const before = await covered()
    const gone = createReceivedTexts({ ...world.twilio, baseUrl: `http://127.0.0.1:${await freePort()}` })
    const metrics = await reconcileOnce({ carrier: gone })
    expect(await metrics.getSingleMetricAsString('foyer_reconciliation_runs_total')).toMatch(/outcome="failed"} 2$/m)
    expect(await covered()).toBe(before)
    await reconcileOnce()
    expect(await bodies(phone)).toEqual(['Hello?'])
    expect(await covered()).toBeGreaterThan(before)
  })

  test('does not advance its watermark when there are more pages than it reads at once', async () => {
    for (let nth = 0; nth < 3; nth++) await world.types(newPhone(), 'Hello?', { ms: MINUTE })
    const before = await covered()
    await reconcileOnce({ carrier: carrier({ pageSize: 1, mostPages: 2 }) })
    expect(await covered()).toBe(before)
  })

  test('retries a text whose files are unavailable in the next run, without delaying others', async () => {
    const [one, other] = [newPhone(), newPhone()]
    const stored = await fetch(`${world.sandbox.url}/sandbox/media`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: 'a picture',
    })
    const { sid } = (await stored.json()) as { sid: string }
    await world.types(one, 'Look', { ms: 2 * MINUTE, media: [sid] })
    await world.types(other, 'Hello', { ms: MINUTE })
    const before = await covered()
    const media = () => Promise.reject(new Error('The carrier has a bad day.'))
    await reconcileOnce({ carrier: { ...carrier(), media } })
    await expect(world.conversation(one)).rejects.toThrow('no conversation')
    expect([await bodies(other), await covered()]).toEqual([['Hello'], before])
    await reconcileOnce()
    expect(await bodies(one)).toEqual(['Look'])
  })
})

test('worker reconciles at once when its store is back, and continues what it had started', async () => {
  const { parts } = world.clinics
  let isAway = false
  let refusals = 0
  let breaks = false
  const { database } = parts
  const refuse = () => {
    refusals += 1
    return Promise.reject(new Refusal('unavailable', 'Busy.'))
  }
  const system: typeof database.system = (work) => (isAway ? refuse() : database.system(work))
  const systemStatement: typeof database.systemStatement = (statement) =>
    isAway ? refuse() : database.systemStatement(statement)
  const list: ReceivedTexts['list'] = (...asked) => {
    if (breaks) isAway = true
    return carrier().list(...asked)
  }
  const areRunsEnded = async () => {
    const rows = await query<{ is_ended: boolean }>(
      'select leased_by is null and due_at > now() and attempted_at is not null as is_ended from reconciliation_runs',
    )
    return rows.every(({ is_ended }) => is_ended)
  }
  const failing = { ...parts, metrics: new Registry(), database: { ...database, system, systemStatement } }
  const options = { carrier: { ...carrier(), list }, pollMs: 5, everyMs: 3_600_000 }
  const worker = startReconciliation(failing, options)
  try {
    await until(areRunsEnded)
    isAway = true
    const phone = newPhone()
    await world.types(phone, 'Meanwhile', { ms: MINUTE })
    await until(() => refusals >= 2)
    isAway = false
    await until(async () => (await bodies(phone)).length === 1)
    await until(areRunsEnded)

    breaks = true
    await query('update reconciliation_runs set due_at = now()')
    await until(() => isAway)
    refusals = 0
    await until(() => refusals >= 4)
    expect(await areRunsEnded()).toBe(false)
    breaks = false
    isAway = false
    await until(areRunsEnded)
  } finally {
    await worker.stop()
  }
})

describe('late keyword of a patient [OPEN-072]', () => {
  test('STOP is applied', async () => {
    const phone = newPhone()
    await world.types(phone, 'STOP', { ms: 20 * MINUTE })
    await reconcileOnce()
    expect([await consent(phone), await bodies(phone)]).toEqual(['opted_out', ['STOP']])
  })

  test('the later of STOP and START applies when the earlier one was missed', async () => {
    const [began, ended] = [newPhone(), newPhone()]
    await world.types(began, 'STOP', { ms: MINUTE })
    await world.clinics.text(began, 'START')
    await world.types(ended, 'START', { ms: MINUTE })
    await world.clinics.text(ended, 'STOP')
    await reconcileOnce()
    expect([await consent(began), await consent(ended)]).toEqual(['subscribed', 'opted_out'])
    expect((await bodies(began)).slice(0, 2)).toEqual(['STOP', 'START'])
  })

  test('the later of two missed ones applies, in whatever order they are found', async () => {
    const phone = newPhone()
    await world.types(phone, 'STOP', { ms: 4 * MINUTE })
    await world.types(phone, 'START', { ms: 3 * MINUTE })
    await reconcileOnce()
    expect(await consent(phone)).toBe('subscribed')
  })

  test('the newest applies after a number is unblocked, however often the list shows older ones', async () => {
    const phone = newPhone()
    await world.clinics.text(phone, 'Hello')
    await query(
      `insert into consents (organization_id, phone_number, sms_status, changed_at) values ($1, $2, 'blocked', now())`,
      [organizationId, phone],
    )
    await world.types(phone, 'STOP', { ms: MINUTE })
    await world.clinics.text(phone, 'START')
    await reconcileOnce()
    const [row] = await query<{ wish: string }>('select wish from blocked_numbers where phone_number = $1', [phone])
    expect(row?.wish).toBe('subscribed')
  })

  test('HELP is answered if it is recent, and never later', async () => {
    const [soon, late] = [newPhone(), newPhone()]
    await world.types(soon, 'HELP', { ms: MINUTE })
    await world.types(late, 'HELP', { ms: 11 * MINUTE })
    await reconcileOnce()
    expect((await bodies(soon)).length).toBe(2)
    expect(await bodies(late)).toEqual(['HELP'])
  })
})
