/**
 * The 62 days behind the demo, which dashboards count: texts with their answers, visits with their reminders, requests. They lie before
 * the newest message of conversations that nobody waits in, so that no list, count or place of a conversation changes.
 */
import { indexWords } from '@foyer/contracts/inbox/words.rules.ts'
import { createRandom, type Random } from '@foyer/contracts/random.rules.ts'
import { weekdayOf } from '@foyer/contracts/time/calendar.rules.ts'
import type { BaseServices } from '../services.ts'
import { type Calendar, createCalendar } from './calendar.rules.ts'
import { DEMO_ACCOUNTS, DEMO_ORGANIZATIONS, type DemoOrganization } from './demo-organizations.ts'
import {
  addPastRows,
  addRequestsOfToday,
  addViews,
  type PastConversation,
  type PastMessage,
  type PastRequest,
  type PastWait,
  readPast,
} from './demo-past.store.ts'
import { pastVisits } from './demo-past-visits.ts'
import { stableId } from './stable-id.rules.ts'

const PAST_DAYS = 62
/** The conversations that begin on a working day; the smaller organizations have a tenth. */
const A_DAY = { org_cedar: 40 } as const
const A_DAY_ELSEWHERE = 4

const OF_WEEKDAY = {
  ...{ monday: 1.5, tuesday: 1.05, wednesday: 1, thursday: 1, friday: 0.85, saturday: 0.2, sunday: 0.1 },
} as const
/** Most patients write before work and at lunch. */
const HOURS = [8, 8, 9, 9, 9, 10, 10, 11, 12, 12, 12, 12, 13, 13, 14, 15, 15, 16, 16, 17, 19] as const
const PAIRS = [
  ['Can I get a refill of my usual tablets?', 'Yes, the pharmacy has it this afternoon.', 'prescription'],
  ['Is there a free time next week?', 'Tuesday at 2:30 PM is free. Shall I book it?', 'appointment'],
  [
    'I do not understand the bill from last month.',
    'I looked it up: the insurance has paid its part by now.',
    'billing',
  ],
  ['Where do I park?', 'Behind the building, the entrance is on the left.', 'other'],
  ['Are my results there yet?', 'They came this morning. The doctor calls you today.', 'other'],
  ['Could you send me the form again?', 'It is on its way.', 'concierge'],
] as const
const AUTOMATIC = 'Thank you for your message. We answer from 8 AM to 5 PM.'

/** To a store that the demo has just filled. */
export async function addDemoPast({ database, clock }: Pick<BaseServices, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const organization of DEMO_ORGANIZATIONS)
    await database.write(organization.id, async (tx) => {
      const calendar = createCalendar(organization.timezone, now)
      const random = createRandom(`past ${organization.id}`)
      const past = await readPast(tx, organization.id, now)
      const texts = textsOf(organization, { calendar, random, conversations: past.conversations })
      const visits = pastVisits(organization, { calendar, random, ...past })
      await addPastRows(tx, organization.id, {
        ...{ messages: texts.messages, waits: texts.waits },
        ...{ visits: visits.visits, reminders: visits.reminders, requests: [...texts.requests, ...visits.requests] },
      })
      await addRequestsOfToday(tx, organization.id, now)
      await addViews(tx, organization.id)
    })
}

interface Texts {
  readonly messages: PastMessage[]
  readonly waits: PastWait[]
  readonly requests: PastRequest[]
}

function textsOf(
  { id: organizationId }: DemoOrganization,
  parts: { calendar: Calendar; random: Random; conversations: readonly PastConversation[] },
): Texts {
  const { calendar, random, conversations } = parts
  const staff = DEMO_ACCOUNTS.filter(({ roles }) => organizationId in roles).slice(0, 3)
  const texts: Texts = { messages: [], waits: [], requests: [] }
  const most = organizationId === 'org_cedar' ? A_DAY.org_cedar : A_DAY_ELSEWHERE
  for (let day = -PAST_DAYS; day < 0; day++) {
    const weight = OF_WEEKDAY[weekdayOf(calendar.day(day))]
    const wanted = Math.round(most * weight * (0.85 + random.next() * 0.3))
    for (let nth = 0; nth < wanted; nth++) {
      const at = new Date(
        calendar.at(day, `${String(random.pick(HOURS)).padStart(2, '0')}:00`).getTime() + random.between(0, 3_599_000),
      )
      const open = conversations.filter(({ lastAt }) => lastAt.getTime() > at.getTime() + LONGEST_MS)
      if (open.length === 0) continue
      addTalk(texts, { organizationId, at, nth, random, conversation: random.pick(open), by: random.pick(staff) })
    }
  }
  return texts
}

const LONGEST_MS = 4 * 3_600_000

interface Talk {
  readonly organizationId: string
  readonly at: Date
  readonly nth: number
  readonly random: Random
  readonly conversation: PastConversation
  readonly by: { readonly id: string; readonly name: string }
}

/** A patient writes, perhaps twice; now and then an automatic answer comes first; then the staff answer. */
function addTalk(texts: Texts, { organizationId, at, nth, random, conversation, by }: Talk): void {
  const [question, answer, type] = random.pick(PAIRS)
  const delayMs = delayOf(random, at) * 1000
  const answered = new Date(at.getTime() + delayMs)
  const isFailed = random.chance(0.02)
  const shared = { conversationId: conversation.id }
  const name = `past ${organizationId} ${conversation.id} ${at.toISOString()} ${nth}`
  const add = (part: string, body: string, when: Date, more: Pick<PastMessage, 'status' | 'userId' | 'userName'>) => {
    const id = stableId(when, `${name} ${part}`)
    const words = indexWords(body)
      .map((word) => `'${word}'`)
      .join(' ')
    texts.messages.push({ ...shared, id, body, words, at: when, ...more })
    return id
  }
  const nobody = { userId: null, userName: null }
  add('question', question, at, { status: 'received', ...nobody })
  if (random.chance(0.12))
    add('automatic', AUTOMATIC, new Date(at.getTime() + 2000), { status: 'delivered', ...nobody })
  if (random.chance(0.25))
    add('more', 'Thank you!', new Date(at.getTime() + Math.min(30_000, delayMs / 2)), { status: 'received', ...nobody })
  const status = isFailed ? 'failed' : 'delivered'
  const messageId = add('answer', answer, answered, { status, userId: by.id, userName: by.name })
  const seconds = Math.round(delayMs / 1000)
  texts.waits.push({ ...shared, messageId, userId: by.id, began: at, answered, openSeconds: seconds, failed: isFailed })
  if (isFailed) {
    const again = new Date(answered.getTime() + 300_000)
    const id = add('again', answer, again, { status: 'delivered', userId: by.id, userName: by.name })
    texts.waits.push({
      ...shared,
      messageId: id,
      userId: by.id,
      began: at,
      answered: again,
      openSeconds: seconds + 300,
      failed: false,
    })
  }
  if (!random.chance(0.3)) return
  const isSelf = random.chance(0.35)
  const settled = new Date(answered.getTime() + 3_600_000)
  texts.requests.push({
    ...{ id: `${conversation.id}:${at.getTime()}`, type, source: 'conversation', conversationId: conversation.id },
    ...{ appointmentId: null, patientId: conversation.patientId, made: at, settled, self: isSelf },
  })
}

/** Seconds until the answer; at lunch and on Mondays it takes longer. */
function delayOf(random: Random, at: Date): number {
  const isSlow = at.getUTCMinutes() < 20 || random.chance(0.2)
  if (random.chance(0.45)) return random.between(40, 240)
  if (random.chance(0.7)) return random.between(240, isSlow ? 1500 : 900)
  return random.between(900, isSlow ? 9000 : 3600)
}
