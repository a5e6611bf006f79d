/** The visitors of the demo's website who talked with its chatbot, and the rows of their conversations. */
import { titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import type { Random } from '@foyer/contracts/random.rules.ts'
import { begin } from '../modules/conversations/conversations.rules.ts'
import type { Calendar } from './calendar.rules.ts'
import { NORTHGATE_VERSIONS, REFILLS } from './demo-chatbot-flows.ts'
import { machineOf, type Script, type Talk, talkOf } from './demo-chatbot-talks.ts'
import type { ConversationRow, MessageRow } from './seed.store.ts'
import { stableId, stableSid } from './stable-id.rules.ts'
import { conversationRow, messageRow } from './story.ts'

export interface About {
  readonly organizationId: string
  readonly calendar: Calendar
  readonly zone: string
  readonly clinic: string
  readonly random: Random
}

interface Told {
  readonly sessionId: string
  readonly flow: Flow
  readonly version: number
  readonly begunAt: Date
  readonly dueAt: Date
  readonly talk: Talk
}

export interface Chat {
  readonly conversationId: string
  /** The name of the sender; empty for a conversation that stands already. */
  readonly visitor: string
  readonly status: 'unassigned' | 'resolved'
  /** The oldest first. */
  readonly talks: readonly Told[]
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DUE_DAYS = 3
const MACHINES = NORTHGATE_VERSIONS.map(machineOf)

const NAMES = ['Sofia Marchetti', 'Andre Baptiste', 'Hannah Lowe', 'Kwame Mensah', 'Lucy Tran', 'Pavel Novak']
const BIRTHDATES = ['03/14/1968', '11/02/1984', '07/23/1991', '01/30/1956', '09/09/2001', '05/17/1977']
const whoOf = (nth: number) => [NAMES[nth % 6] ?? '', BIRTHDATES[nth % 6] ?? '', `512-555-${3000 + nth}`]
const MEDICINES = ['Lisinopril', 'Metformin', 'Atorvastatin', 'Albuterol']

/** The talks that run: in which version and block, and after which answers. */
const RUNNING: readonly { readonly version: number; readonly many: number; repliesOf(nth: number): string[] }[] = [
  { version: 3, many: 3, repliesOf: () => [] },
  { version: 3, many: 5, repliesOf: (nth) => ['Book a visit', ...whoOf(nth).slice(0, nth % 3)] },
  {
    version: 3,
    many: 4,
    repliesOf: (nth) => ['Refill a prescription', ...MEDICINES.slice(nth % 4, (nth % 4) + (nth % 2))],
  },
  { version: 3, many: 2, repliesOf: (nth) => ['Book a visit', ...whoOf(nth)] },
  { version: 2, many: 2, repliesOf: () => ['Book a visit'] },
]

/** Those who write are older than the rows of the first screen, and do not come back. */
export function runningChats(about: About): Chat[] {
  const { calendar, organizationId } = about
  let nth = 0
  return RUNNING.flatMap(({ version, many, repliesOf }) =>
    Array.from({ length: many }, () => {
      nth += 1
      const isOld = version === 2
      const begunAt = new Date(calendar.now.getTime() - (isOld ? 9 * DAY_MS : 0) - (180 + nth * 37) * MINUTE_MS)
      const visitor = `northgate running ${nth}`
      const told = tell(about, { version, visitor, begunAt, replies: repliesOf(nth) })
      return { ...chatOf(organizationId, visitor, begunAt), status: 'unassigned' as const, talks: [told] }
    }),
  )
}

const VISITORS = 60
const TALKS_EACH = 3

/** Most leave at the question who they are. */
export function endedChats(about: About): Chat[] {
  const { calendar, organizationId } = about
  return Array.from({ length: VISITORS }, (_, place) => {
    const visitor = `northgate ended ${place + 1}`
    const talks = Array.from({ length: TALKS_EACH }, (_, round) => {
      const nth = place * TALKS_EACH + round
      const day = -13 + round * 4 + (place % 4)
      const version = day > -8 ? 3 : day > -12 ? 2 : 1
      const begunAt = new Date(calendar.at(day, '09:00').getTime() + about.random.between(0, 420) * MINUTE_MS)
      return tell(about, { version, visitor: `${visitor} ${round}`, begunAt, replies: endOf(nth, version) })
    })
    return { ...chatOf(organizationId, visitor, talks[0]?.begunAt ?? calendar.now), status: 'resolved' as const, talks }
  })
}

function endOf(nth: number, version: number): (string | null)[] {
  switch (nth % 9) {
    case 0:
      return [null]
    case 1:
    case 2:
    case 3:
      return ['Book a visit', ...whoOf(nth).slice(0, nth % 3), null]
    case 4:
    case 5:
      return ['Talk to a person']
    case 6:
      return version === 1
        ? ['Talk to a person']
        : ['Refill a prescription', MEDICINES[nth % 4] ?? '', 'The one on Lamar', '5']
    default:
      return ['Book a visit', ...whoOf(nth)]
  }
}

interface Telling {
  readonly version: number
  readonly visitor: string
  readonly begunAt: Date
  readonly replies: Script['replies']
}

function tell({ calendar, zone, clinic }: About, { version, visitor, begunAt, replies }: Telling): Told {
  const [made, flow] = [MACHINES[version - 1], NORTHGATE_VERSIONS[version - 1]]
  if (!made || !flow) throw new Error(`The demo has no version ${version} of the website's chatbot.`)
  const dueAt = new Date(calendar.now.getTime() + DUE_DAYS * DAY_MS)
  // The running talks that came to the open times are of patients on file.
  const onFile = replies.length === 4 && !replies.includes(null) && visitor.includes('running')
  const about = { channel: 'chat' as const, zone, clinic, onFile }
  const talk = talkOf(made, { replies, begunAt, everySeconds: 40, about, opening: 'Hello' })
  return { sessionId: stableId(begunAt, `session ${visitor}`), flow, version, begunAt, dueAt, talk }
}

/** The patient's keyword, and the answers up to the hand-over, a day after the talk before. */
export function refillTalk({ zone, clinic }: About, after: Date): Told {
  const begunAt = new Date(after.getTime() - DAY_MS)
  const about = { channel: 'sms' as const, zone, clinic, onFile: true }
  const replies = ['Lisinopril 10 mg', 'The one on Lamar', '2']
  const talk = talkOf(machineOf(REFILLS), { replies, begunAt, everySeconds: 75, about, opening: 'Refill' })
  const sessionId = stableId(begunAt, 'session refill')
  return { sessionId, flow: REFILLS, version: 1, begunAt, dueAt: begunAt, talk }
}

function chatOf(organizationId: string, visitor: string, at: Date) {
  return { conversationId: stableId(at, `conversation ${organizationId} ${visitor}`), visitor }
}

/** While a chatbot has a conversation, nothing in it is unread and nobody waits. */
export function chatRows(
  { conversationId: id, visitor, status, talks }: Chat,
  organizationId: string,
): { readonly conversation: ConversationRow; readonly messages: MessageRow[] } {
  const lines = talks.flatMap(({ talk, flow, sessionId }) => talk.lines.map((line) => ({ ...line, flow, sessionId })))
  const [last] = lines.slice(-1)
  const running = talks.find(({ talk }) => talk.endedAs === null)
  if (!last) throw new Error('A talk has a line.')
  const sender = `visitor_${stableSid(visitor).slice(2, 14)}`
  const [first] = lines
  const isBot = last.by === 'bot'
  const channel = visitor === '' ? ('sms' as const) : ('chat' as const)
  const sent = channel === 'chat' ? ('sent' as const) : ('delivered' as const)
  const begun = begin({ id, organizationId, sender, at: first?.at ?? last.at })
  const state = {
    ...{ ...begun, channel, phoneNumber: '', status, lastMessage: last.text, lastMessageAt: last.at },
    lastMessageBy: {
      ...{ direction: isBot ? ('outbound' as const) : ('inbound' as const), private: false, user: null },
      ...{ userName: null, status: isBot ? sent : ('received' as const) },
    },
  }
  return {
    conversation: { ...conversationRow(state, first?.at ?? last.at), bot: running ? botOf(running) : null },
    messages: lines.map(({ by, text, at, prompt, flow, sessionId }, index) => {
      const line = { by: by === 'patient' ? ('patient' as const) : null, text, at, isNote: false, status: sent }
      const row = messageRow(line, { index, conversation: { ...state, sender: `${sender} ${sessionId}` }, channel })
      if (by === 'patient') return row
      const via = { flowId: flow._id, name: flow.settings.assistantName ?? flow.name, sessionId }
      return { ...row, origin: 'bot' as const, user_name: null, prompt, via }
    }),
  }
}

function botOf({ sessionId, flow, version, talk }: Told): ConversationRow['bot'] {
  const node = flow.nodes.find(({ id }) => id === talk.nodeId)
  if (!node) throw new Error(`A running talk with ${flow._id} stands in no block.`)
  return {
    ...{ sessionId, flowId: flow._id, name: flow.name, version, nodeId: node.id, title: titleOf(node) },
    ...{ since: talk.since.toISOString(), waitingFor: 'patient' as const },
  }
}
