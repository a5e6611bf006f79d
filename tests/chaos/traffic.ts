/** The traffic of two clinics on a busy day: patients text; staff answer, star, assign, close and read. One seed decides it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CallName } from '@foyer/contracts/calls.ts'
import { requestTypes } from '@foyer/contracts/inbox/conversation.ts'
import type { Random } from '@foyer/contracts/random.rules.ts'
import { CLINICS, type Clinic, userIdOf } from './clinics.ts'
import type { Ledger } from './ledger.ts'
import { createOneAnswer } from './one-answer.ts'
import { judgeRefusal } from './refusals.ts'
import { readSnapshot } from './snapshots.ts'
import type { Input, Staff } from './staff.ts'
import { type DrawnFile, drawFiles, formOf, putIntoDrawer } from './uploads.ts'
import { createWishes, isStop } from './wishes.ts'
import type { ChaosWorld } from './world.ts'

interface TrafficDependencies {
  readonly world: Pick<ChaosWorld, 'sandboxUrl' | 'files'>
  readonly staff: readonly Staff[]
  readonly ledger: Ledger
  /** Each loop has its own generator, so that its choices do not depend on the timing of another loop. */
  readonly random: (name: string) => Random
  /** The mean pause between two actions of one person. */
  readonly paceMs: number
}

export interface Traffic {
  start(): void
  /** Every phone that may do so says STOP now. */
  allSayStop(): Promise<void>
  /** Resolves when no call is waiting for an answer any more. */
  stop(): Promise<void>
  /** The ids of a clinic's conversations. */
  conversationsOf(organizationId: string): readonly string[]
}

const PHONES_AT_ONCE = 3
/** A person stops retrying after this time; the outcome of the send is then unknown. */
const PATIENCE_MS = 25_000
/** The share of messages, and of patients' texts, that carry files. */
const WITH_FILES = { messages: 0.1, texts: 0.02 }
/** The share of texts that are only a thumb up or down. */
const THUMBS = 0.08

/** Most phones send the longest possible text. */
const isWordy = (phone: string) => Number(phone.slice(-4)) % 4 !== 0

export function createTraffic({ world, staff, ledger, random, paceMs }: TrafficDependencies): Traffic {
  const known = new Map<string, readonly string[]>()
  let going = false
  let loops: Promise<unknown>[] = []
  let starts = 0
  /** The sends of second presses; only `stop` waits for their answers. */
  const pressedTwice = new Set<Promise<unknown>>()
  const wishes = createWishes()
  let written = 0
  const nextNumber = () => {
    written += 1
    return written
  }

  const loop = async (mine: Random, step: () => Promise<void>) => {
    while (going) {
      await step()
      await pause(paceMs * (0.3 + 1.4 * mine.next()))
    }
  }

  async function text(clinic: Clinic, mine: Random) {
    const phone = mine.pick(clinic.phones)
    const wish = wishes.next(phone, mine)
    if (wish !== null) return type(clinic, phone, wish)
    if (mine.chance(THUMBS)) return type(clinic, phone, mine.pick(['👎', '👍']))
    const { mark } = clinic
    const number = nextNumber()
    const files = mine.chance(WITH_FILES.texts) ? await drawFiles(mine, { mark, number }) : []
    const words = `${mark} writes number ${number}`
    return type(clinic, phone, isWordy(phone) ? words.padEnd(1_500, ' and so on') : words, files)
  }

  async function type({ id, number: to }: Clinic, phone: string, body: string, files: readonly DrawnFile[] = []) {
    const media = await Promise.all(files.map((file) => putIntoDrawer(world.sandboxUrl, file)))
    const startedAt = performance.now()
    const answer = await fetch(`${world.sandboxUrl}/sandbox/phones/${encodeURIComponent(phone)}/texts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, body, media }),
    })
    const { message } = (await answer.json()) as { message: { sid: string } }
    const noted = { organizationId: id, startedAt, endedAt: performance.now() }
    ledger.noteText({ ...noted, sid: message.sid, body })
    ledger.count('texts of patients')
    for (const [place, { essence }] of files.entries())
      ledger.noteFile({ ...noted, message: { sid: message.sid }, place, name: null, carriedAs: null, essence })
    if (files.length > 0) ledger.count('texts with files')
    const isStopWord = isStop(body)
    if (isStopWord !== null) ledger.count(isStopWord ? 'patients say STOP' : 'patients say START')
  }

  async function refresh(one: Staff) {
    const snapshot = await readSnapshot(one)
    if (snapshot)
      known.set(
        one.organizationId,
        snapshot.conversations.map(({ id }) => id),
      )
  }

  /** Like a browser's outbox: retries with the same key until it gets a final answer. */
  async function send(one: Staff, mine: Random, conversationId: string) {
    const mark = CLINICS.find(({ id }) => id === one.organizationId)?.mark ?? ''
    const isNote = mine.chance(0.25)
    const number = nextNumber()
    const message = `${mark} is answered with number ${number}`
    const at = { organizationId: one.organizationId, conversationId, message }
    const key = `key ${number} ${mine.next()}`
    const files = mine.chance(WITH_FILES.messages) ? await drawFiles(mine, { mark, number }) : []
    const form = files.length > 0 ? await formOf(mine, { ...at, private: `${isNote}` }, files) : null
    const startedAt = performance.now()
    const isOne = createOneAnswer(ledger, startedAt)
    const press = async () => {
      const answer = await (form
        ? one.ask('sendMessageFile', { form, key })
        : one.ask('sendMessage', { body: { ...at, private: isNote, mentions: [] }, key } as never))
      if (answer.kind === 'ok') isOne(answer.reply.data)
      return answer
    }
    const noted = { organizationId: one.organizationId, startedAt, body: message, isNote }
    const none = { messageId: null, version: null, epoch: null }
    // Now and then a person presses twice.
    if (mine.chance(0.1)) {
      const pressed: Promise<unknown> = press().finally(() => pressedTwice.delete(pressed))
      pressedTwice.add(pressed)
    }
    ledger.count(isNote ? 'notes' : 'replies')
    if (form) ledger.count('messages with files')
    for (;;) {
      const askedAt = performance.now()
      const answer = await press()
      judgeRefusal(answer, { ledger, world, startedAt: askedAt, hasFiles: form !== null })
      if (answer.kind === 'ok') {
        const { data, epoch } = answer.reply
        const carriedAs = isNote ? null : message
        const kept = { ...noted, endedAt: performance.now(), message: { id: data._id }, carriedAs }
        for (const [place, { name, essence }] of files.entries()) ledger.noteFile({ ...kept, place, name, essence })
        const more = { messageId: data._id, version: data.version, epoch, outcome: 'acknowledged' } as const
        return ledger.noteSend({ ...noted, ...more, endedAt: performance.now() })
      }
      const isFinal = answer.kind === 'refused' && ![401, 409, 429].includes(answer.status) && answer.status < 500
      const outcome = isFinal ? 'refused' : 'unknown'
      if (isFinal || performance.now() - startedAt > PATIENCE_MS) {
        ledger.count(`sends ${outcome}`)
        if (answer.kind === 'refused' && answer.reason === 'opted_out') ledger.count('sends refused for a STOP')
        return ledger.noteSend({ ...noted, ...none, outcome, endedAt: performance.now() })
      }
      await pause(150 + 250 * mine.next())
    }
  }

  async function change(one: Staff, mine: Random, conversationId: string) {
    const { organizationId } = one
    const at = { organizationId, conversationId }
    const colleague = userIdOf(mine.pick(CLINICS.find(({ id }) => id === organizationId)?.staff ?? []))
    const [name, body] = mine.pick<[CallName, object]>([
      ['toggleStar', { ...at, action: mine.chance(0.5) ? 'star' : 'unstar' }],
      ['assignToStaff', { ...at, user: mine.chance(0.8) ? colleague : null }],
      ['closeConversation', { ...at, status: mine.pick(['resolved', 'open', 'pending']) }],
      ['markConversationRequest', { ...at, requestType: mine.pick([...requestTypes, null]) }],
      ['markConversationAsUnread', at],
      ['updateLastSeen', at],
    ])
    const startedAt = performance.now()
    ledger.count('changes')
    const answer = await one.ask(name, { body } as Input<CallName> as never)
    if (answer.kind !== 'ok') return
    const { data, epoch } = answer.reply as unknown as { data: { version: number }; epoch: string }
    const times = { startedAt, endedAt: performance.now() }
    ledger.noteChange({ organizationId, conversationId, ...times, version: data.version, epoch })
  }

  async function work(one: Staff, mine: Random) {
    const conversations = known.get(one.organizationId) ?? []
    const chosen = conversations.length > 0 && mine.chance(0.93) ? mine.pick(conversations) : null
    if (chosen === null) return refresh(one)
    if (mine.chance(0.5)) return send(one, mine, chosen)
    return change(one, mine, chosen)
  }

  return {
    start() {
      if (going) return
      going = true
      starts += 1
      const phones = CLINICS.flatMap((clinic) =>
        Array.from({ length: clinic === CLINICS[0] ? PHONES_AT_ONCE : 1 }, (_, index) => {
          const mine = random(`phones ${clinic.id} ${index} ${starts}`)
          return loop(mine, () => text(clinic, mine))
        }),
      )
      const desks = staff.map((one) => {
        const mine = random(`desk ${one.name} ${starts}`)
        return loop(mine, () => work(one, mine))
      })
      loops = [...phones, ...desks]
    },
    async allSayStop() {
      const mine = random(`stops ${starts}`)
      const saying = CLINICS.flatMap((clinic) =>
        clinic.phones.map((phone) => {
          const word = wishes.stop(phone, mine)
          return word === null ? null : type(clinic, phone, word)
        }),
      )
      await Promise.all(saying)
    },
    async stop() {
      going = false
      await Promise.all([...loops, ...pressedTwice])
    },
    conversationsOf: (organizationId) => known.get(organizationId) ?? [],
  }
}
