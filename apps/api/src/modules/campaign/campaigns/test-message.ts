/** Sends the words of a campaign once, to try them out: a quiet text or a mail, which no figure and no list has. */
import { TESTS_A_DAY } from '@foyer/contracts/campaign/limits.rules.ts'
import { MAIL_SUBJECT_MAX } from '@foyer/contracts/defaults.ts'
import { fieldValues, filledWords } from '@foyer/contracts/outreach/field-values.rules.ts'
import { finishedMessage, longestOf } from '@foyer/contracts/outreach/message.rules.ts'
import { sampleFacts } from '@foyer/contracts/outreach/sample-patient.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import { notValid, Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { begin } from '../../conversations/conversations.rules.ts'
import {
  assertMayWrite,
  countToday,
  lockSender,
  readStanding,
  stageQuietText,
} from '../../conversations/conversations.ts'
import { noService, tooManyMails } from '../../messaging/mail.rules.ts'
import { addMail, countMail } from '../../messaging/messaging.ts'
import { numberOfDigits } from '../../organizations/numbers.rules.ts'
import { countTest } from '../test-days.store.ts'
import { factsOf, type LaunchFacts, notReady, problemsOfWords } from './campaign-problems.ts'
import type { CampaignState } from './campaign-state.rules.ts'

type TestServices = Pick<Services, 'clock' | 'config' | 'newId'>

interface Tried {
  readonly campaign: CampaignState
  readonly facts: LaunchFacts
  readonly tester: { readonly userId: string; readonly name: string }
  /** The digits of a number, or an e-mail address. */
  readonly to: string
}

const MARK = '[Test] '

export async function sendTest(tx: Tx, parts: TestServices, tried: Tried): Promise<void> {
  const { campaign, facts, to } = tried
  const isSms = campaign.type === 'SMS'
  if (isSms === to.includes('@')) throw notValid('to', isSms ? 'Not a phone number' : 'Not an email address')
  const barring = problemsOfWords(campaign, facts).filter(({ code }) => code === 'empty' || code === 'too_long')
  if (barring[0]) throw notReady(barring, barring[0].message)
  await (isSms ? sendText : sendMail)(tx, parts, tried)
}

/** The words with the details of an invented patient. Links stay as they are: a short one belongs to a patient. */
function wordsOf({ campaign, facts }: Tried): { readonly subject: string; readonly body: string } {
  const { type, steps, fallbacks } = campaign
  const { clinic, settings, now } = facts
  const [step] = steps
  const values = fieldValues(sampleFacts(factsOf(clinic), settings.bookingUrl || null, now))
  const { text } = finishedMessage({ type, words: step?.content ?? '', values, fallbacks, shortLink: null })
  return { subject: MARK + filledWords(step?.subject ?? '', values, fallbacks).text, body: text }
}

async function sendText(tx: Tx, parts: TestServices, tried: Tried): Promise<void> {
  const { campaign, facts } = tried
  const { organizationId } = campaign
  const phoneNumber = numberOfDigits(tried.to)
  const [conversation = null, standing] = await Promise.all([
    lockSender(tx, { organizationId, sender: phoneNumber, withOthers: false }),
    readStanding(tx, { organizationId, phoneNumber }),
  ])
  const { now } = facts
  const body = MARK + wordsOf(tried).body
  assertRoom('text', body, longestOf('SMS'))
  const addressed = conversation ?? begin({ id: parts.newId(), organizationId, sender: phoneNumber, at: now })
  await assertMayWrite(tx, parts, addressed, standing)
  const { change } = stageQuietText(tx, parts, {
    ...{ organizationId, phoneNumber, conversation, body, now },
    ...{ origin: 'staff', kind: 'staff', patientId: null },
  })
  const beforeHead = async () => {
    await assertTestsLeft(tx, tried)
    await countToday(tx, parts, addressed, standing)
  }
  await appendEvents(tx, { organizationId, at: now, beforeHead }, [change])
}

async function sendMail(tx: Tx, { config, newId }: TestServices, tried: Tried): Promise<void> {
  const { campaign, facts, tester, to: address } = tried
  const { organizationId } = campaign
  if (config.email === null) throw noService()
  const { clinic, now } = facts
  const { subject, body: content } = wordsOf(tried)
  assertRoom('subject', subject, MAIL_SUBJECT_MAX)
  addMail(tx, {
    ...{ organizationId, mailId: newId(), conversationId: null, address, subject, content, author: tester },
    ...{ origin: 'staff', createdAt: now },
  })
  await assertTestsLeft(tx, tried)
  const day = dayIn(now, clinic.timezone)
  if (!(await countMail(tx, { organizationId, day, limit: config.emailDailyLimit }))) throw tooManyMails()
}

/** Words that fit without the mark may be too long with it. */
function assertRoom(part: 'text' | 'subject', { length }: string, most: number): void {
  if (length <= most) return
  const [characters, limit] = [length, most].map((number) => number.toLocaleString('en-US'))
  const message = `With “${MARK}” before it the ${part} has ${characters} characters: ${limit} at most.`
  throw notReady([{ code: 'too_long', level: 'problem', step: 1, from: null, to: null, message }], message)
}

async function assertTestsLeft(tx: Tx, { campaign, facts, tester }: Tried): Promise<void> {
  const { organizationId } = campaign
  const day = dayIn(facts.now, facts.clinic.timezone)
  const isCounted = await countTest(tx, { organizationId, userId: tester.userId, day, limit: TESTS_A_DAY })
  if (!isCounted)
    throw new Refusal('rate_limited', `You have sent all the test messages that a day may have (${TESTS_A_DAY}).`)
}
