/**
 * Runs the real worker against every failure of the carrier: the message's final state is true, and the phone gets the
 * text once. A reply is handed over by a lease, or by the commit that saved it, which skips the first step `sending` if the outcome is
 * known.
 */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { type Behaviour, GOOD_BEHAVIOUR } from '@foyer/sandbox/carrier/behaviour.ts'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmsGateway, type SmsGateway } from '../../apps/api/src/gateways/sms.ts'
import { startOutbound } from '../../apps/api/src/modules/texting/outbound-worker.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'
import { type CarrierWorld, openCarrierWorld, organizationId } from './carrier-world.ts'

/** The worker's timeout for a carrier that does not answer in time; a normal carrier gets a long one. */
const TIMEOUT_MS = 250
const TOO_SLOW_MS = 600

describe.each([
  ['a lease', false],
  ['its own commit', true],
] as const)('text that is handed over by %s', (_way, hasPlaces) => {
  let world: CarrierWorld
  let gateway: SmsGateway
  let sends: number
  let isInHaste: boolean
  let worker: { stop(): Promise<void> }
  let serial = 5_125_558_000

  beforeAll(async () => {
    world = await openCarrierWorld({ hasPlaces })
  })
  beforeEach(async () => {
    await behave(GOOD_BEHAVIOUR)
    sends = 0
    gateway = toThe(world.twilio)
    const turning: SmsGateway = {
      send: (text) => {
        sends += 1
        return gateway.send(text)
      },
      find: (...asked) => gateway.find(...asked),
    }
    worker = startOutbound({ ...world.clinics.parts, metrics: new Registry() }, { gateway: turning, pollMs: 20 })
  })
  afterEach(async () => {
    await worker.stop()
    expect(world.clinics.takeFailures()).toEqual([])
  })
  afterAll(() => world.close())

  function toThe(twilio: CarrierWorld['twilio']): SmsGateway {
    const [patient, hasty] = [createSmsGateway(twilio), createSmsGateway(twilio, { timeoutMs: TIMEOUT_MS })]
    return { ...patient, send: (text) => (isInHaste ? hasty : patient).send(text) }
  }

  async function behave(change: Partial<Behaviour>): Promise<void> {
    isInHaste = change.answer === 'hang' || (change.answer === 'slow' && change.slowMs === TOO_SLOW_MS)
    await world.behave(change)
  }

  interface Sent {
    readonly phone: string
    readonly id: string
  }

  /** The steps without the first `sending`, if a commit hands the text over and the carrier answers. */
  const known = (...steps: readonly Message['status'][]) =>
    hasPlaces ? steps.filter((_, at) => at !== steps.indexOf('sending')) : steps

  /** Lena answers a patient who has just written. */
  async function answers(phone = `+1${++serial}`): Promise<Sent> {
    await world.clinics.text(phone, 'Hi')
    const { id: conversationId } = await world.conversation(phone)
    const body = { organizationId, conversationId, message: 'Hello' }
    const { data } = await world.clinics.staff.lena.call('sendMessage', { body })
    return { phone, id: data._id }
  }
  const read = async ({ phone, id }: Sent): Promise<Message> =>
    (await world.thread(phone)).find(({ _id }) => _id === id) as Message
  const becomes = (sent: Sent, status: Message['status']) =>
    until(async () => {
      const message = await read(sent)
      if (message.status === status) return message
      throw new Error(`The message is ${message.status}.`)
    })
  const told = ({ id }: Sent) => world.told(id)
  const onThePhone = async ({ phone }: Sent) =>
    (await world.phone(phone)).filter(({ direction }) => direction !== 'inbound').length

  /** Makes all waiting texts due now. */
  const hurry = () => world.clinics.store.query('update outbound_texts set due_at = now() where leased_by is null')
  const inTheQueue = () =>
    world.clinics.store.query<{ handed_at: Date | null; leased_by: string | null; seconds: number }>(
      'select handed_at, leased_by, extract(epoch from due_at - now())::float as seconds from outbound_texts',
    )
  const nothingWaits = () =>
    until(async () => {
      await hurry()
      return (await inTheQueue()).length === 0
    })

  /** Counts the reports that the inbox has answered. */
  async function reports(): Promise<number> {
    const posts = await world.clinics.parts.metrics.getSingleMetric('foyer_carrier_posts_total')?.get()
    return (posts?.values ?? []).reduce((sum, { value, labels }) => sum + (labels.kind === 'status' ? value : 0), 0)
  }

  describe('worker', () => {
    test.each(['slow', 'hang'] as const)(
      'keeps a text on its way when the answer is %s, finds it by look-up, and sends it once [OPEN-071]',
      async (answer) => {
        await behave({ answer, slowMs: TOO_SLOW_MS, dropCallbacks: true })
        const sent = await answers()
        await until(async () => (await inTheQueue()).some((row) => row.handed_at !== null && row.leased_by === null))
        expect([(await read(sent)).status, await told(sent)]).toEqual(['sending', ['queued', 'sending']])
        await nothingWaits()
        expect(await told(sent)).toEqual(['queued', 'sending', 'sent'])
        expect([await onThePhone(sent), sends]).toEqual([1, 1])
      },
    )

    test('queues a text again for the requested delay when the carrier answers 429, and sends it once [OPEN-071]', async () => {
      await behave({ answer: 'tooMany', times: 1, retryAfterS: 1800 })
      const sent = await answers()
      await until(async () => ((await inTheQueue())[0]?.seconds ?? 0) > 1700)
      expect([(await read(sent)).status, await onThePhone(sent)]).toEqual(['queued', 0])
      await nothingWaits()
      await becomes(sent, 'delivered')
      expect(await told(sent)).toEqual(
        hasPlaces
          ? ['queued', 'sending', 'sent', 'delivered']
          : ['queued', 'sending', 'queued', 'sending', 'sent', 'delivered'],
      )
      expect([await onThePhone(sent), sends]).toEqual([1, 2])
    })

    test('looks a text up when the carrier answers 500, and sends it again once if it is not found [OPEN-071]', async () => {
      await behave({ answer: 'error', times: 1 })
      const sent = await answers()
      await until(async () => (await inTheQueue()).some((row) => row.handed_at !== null && row.leased_by === null))
      expect([(await read(sent)).status, await onThePhone(sent)]).toEqual(['sending', 0])
      await nothingWaits()
      await becomes(sent, 'delivered')
      expect(await told(sent)).toEqual(['queued', 'sending', 'sent', 'delivered'])
      expect([await onThePhone(sent), sends]).toEqual([1, 2])
    })

    test('keeps a text on its way when the carrier answers 500 repeatedly, and sends it at most once [OPEN-071]', async () => {
      await behave({ answer: 'error', times: 3 })
      const sent = await answers()
      await nothingWaits()
      await becomes(sent, 'delivered')
      expect(await told(sent)).toEqual(['queued', 'sending', 'sent', 'delivered'])
      expect([await onThePhone(sent), sends]).toEqual([1, 4])
    })

    test('keeps a text queued while the carrier is unreachable, and sends it once [OPEN-071]', async () => {
      gateway = toThe({ ...world.twilio, baseUrl: `http://127.0.0.1:${await freePort()}` })
      const sent = await answers()
      await until(async () => (await told(sent)).length >= 3)
      expect((await told(sent)).slice(0, 3)).toEqual(['queued', 'sending', 'queued'])
      gateway = toThe(world.twilio)
      await nothingWaits()
      await becomes(sent, 'delivered')
      expect(await onThePhone(sent)).toBe(1)
    })

    test('does not queue a text again when its answer was lost, because the carrier may have it [OPEN-071]', async () => {
      await behave({ answer: 'hang', times: 1, dropCallbacks: true })
      const sent = await answers()
      await until(async () => (await inTheQueue()).some((row) => row.handed_at !== null && row.leased_by === null))
      gateway = toThe({ ...world.twilio, baseUrl: `http://127.0.0.1:${await freePort()}` })
      const tries = async () =>
        (await world.clinics.store.query<{ attempts: number }>('select attempts from outbound_texts'))[0]?.attempts
      const before = (await tries()) ?? 0
      await until(async () => {
        await hurry()
        return ((await tries()) ?? 0) >= before + 3
      })
      expect(await told(sent)).toEqual(['queued', 'sending'])
      gateway = toThe(world.twilio)
      await nothingWaits()
      expect([await told(sent), await onThePhone(sent), sends]).toEqual([['queued', 'sending', 'sent'], 1, 1])
    })

    test('fails a text when the patient sent STOP to the carrier only, and sends no further texts [OPEN-072]', async () => {
      await behave({ dropInbound: true })
      const phone = `+1${++serial}`
      await world.types(phone, 'STOP')
      const sent = await answers(phone)
      expect((await becomes(sent, 'failed')).failureReason).toBe('The patient opted out of texts.')
      expect([await told(sent), await onThePhone(sent)]).toEqual([known('queued', 'sending', 'failed'), 0])
      const { id: conversationId } = await world.conversation(phone)
      const body = { organizationId, conversationId, message: 'Again' }
      await expect(world.clinics.staff.lena.call('sendMessage', { body })).rejects.toThrow()
      expect(sends).toBe(1)
    })
  })

  describe('delivery reports', () => {
    test('keep the message delivered, and store its carrier id, when they arrive before our own commit [OPEN-071]', async () => {
      await behave({ answer: 'slow', slowMs: TIMEOUT_MS / 2 })
      const sent = await answers()
      await becomes(sent, 'delivered')
      expect(await inTheQueue()).toEqual([])
      // The answer to the worker's own call then changes nothing.
      await worker.stop()
      expect(await told(sent)).toEqual(known('queued', 'sending', 'sent', 'delivered'))
      const [row] = await world.clinics.store.query<{ carrier_sid: string }>(
        'select carrier_sid from messages where id = $1',
        [sent.id],
      )
      expect(row?.carrier_sid).toMatch(/^SM/)
      expect([await onThePhone(sent), sends]).toEqual([1, 1])
    })

    test('mark the message undelivered with its reason, and the patient keeps waiting, when the phone is unreachable [OPEN-071]', async () => {
      const phone = `+1${++serial}`
      await behave({ unreachable: [phone] })
      const sent = await answers(phone)
      expect((await becomes(sent, 'undelivered')).failureReason).toBe('The phone could not be reached.')
      const [wrote] = await world.thread(phone)
      expect((await world.conversation(phone)).waiting_since?.toISOString()).toBe(wrote!.createdAt)
      expect(await told(sent)).toEqual(known('queued', 'sending', 'sent', 'undelivered'))
    })
  })

  /** Combines each kind of answer and each kind of report, for a reachable and an unreachable phone. */
  const REPORTING = {
    'as they should': {},
    twice: { repeatCallbacks: true },
    'in reverse': { reorderCallbacks: true },
    'twice and in reverse': { repeatCallbacks: true, reorderCallbacks: true },
    'not at all': { dropCallbacks: true },
  } satisfies Record<string, Partial<Behaviour>>

  /** The steps of a text before the carrier has it. A report may come before an answer that is awaited in vain. */
  const BEGINNINGS = {
    lease: {
      ...{ normal: ['queued,sending'], slow: ['queued,sending'], hang: ['queued,sending'], error: ['queued,sending'] },
      tooMany: ['queued,sending,queued,sending'],
    },
    commit: {
      ...{ normal: ['queued'], slow: ['queued', 'queued,sending'], hang: ['queued', 'queued,sending'] },
      ...{ error: ['queued,sending'], tooMany: ['queued,sending'] },
    },
  }

  describe.each(['normal', 'slow', 'hang', 'tooMany', 'error'] as const)(
    'message whose call is answered once with %s',
    (answer) => {
      test.each(Object.entries(REPORTING))(
        'has a true final state when reports come %s [OPEN-071]',
        async (_how, reporting: Partial<Behaviour>) => {
          for (const isThere of [true, false]) {
            const phone = `+1${++serial}`
            const before = await reports()
            const unreachable = isThere ? [] : [phone]
            const once = { answer, times: answer === 'normal' ? null : 1, slowMs: TOO_SLOW_MS, retryAfterS: 0 }
            await behave({ ...GOOD_BEHAVIOUR, ...once, ...reporting, unreachable })
            const sent = await answers(phone)
            await nothingWaits()
            const each = reporting.repeatCallbacks ? 4 : 2
            await until(async () => (await reports()) - before === (reporting.dropCallbacks ? 0 : each))
            const end = reporting.dropCallbacks ? 'sent' : isThere ? 'delivered' : 'undelivered'
            await becomes(sent, end)
            expect(await onThePhone(sent)).toBe(1)
            const steps = await told(sent)
            const begun = steps.findIndex((step) => step !== 'queued' && step !== 'sending')
            expect(BEGINNINGS[hasPlaces ? 'commit' : 'lease'][answer]).toContain(steps.slice(0, begun).join())
            expect(['sent', 'sent,delivered', 'sent,undelivered', 'delivered', 'undelivered']).toContain(
              steps.slice(begun).join(),
            )
            expect(steps.at(-1)).toBe(end)
          }
        },
      )
    },
  )
})
