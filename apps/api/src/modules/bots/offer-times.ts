/** Offers open times as choices, and books the one that the patient picks. */
import { actionWords } from '@foyer/contracts/chatbot/action-words.rules.ts'
import type { ActionSettings } from '@foyer/contracts/chatbot/flow.ts'
import { howToAnswer } from '@foyer/contracts/chatbot/words.rules.ts'
import { momentWords, oneLine } from '@foyer/contracts/outreach/moment-words.rules.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, instantAt } from '@foyer/contracts/time/wall-clock.rules.ts'
import { understand } from '@foyer/flow/understand.ts'
import { openTimes, stageBooking } from '../appointments/appointments.ts'
import { type Acting, asking, auditVisit, type Current, ended } from './acting.ts'
import type { OfferedTime } from './bots.tables.ts'
import type { Outcome } from './turn.ts'
import { withVisit } from './work.rules.ts'

type OfferTimes = Extract<ActionSettings, { do: 'offerTimes' }>

const MINUTES = 30
const TRIES_MAX = 2
/** The patient wants none of the times: a person looks for another. */
const NONE =
  /^\W*(none|none of (these|them|those)|neither|another (time|day)|other|ningun[oa]?|otr[oa]( hora| dia)?)\W*$/i

export async function offerTimes(
  acting: Acting,
  action: OfferTimes,
  current: Current,
  reply: string | null,
): Promise<Outcome> {
  const { facts, done } = current
  const words = actionWords(facts.language)
  const times = done.asking?.times ?? []
  if (reply === null || times.length === 0) return offer(acting, action, current, { isFirst: true, words: words.times })
  const picked = pickedOf(reply, times, current)
  if (picked !== undefined) return book(acting, action, current, picked)
  const tries = (done.asking?.tries ?? 0) + 1
  if (tries >= TRIES_MAX || NONE.test(reply)) return ended(acting, current, 'FAILED')
  const asked = { ...done, asking: { nodeId: acting.nodeId, tries, times } }
  const choices = times.map(({ label }) => label)
  const said = { isFirst: false, words: howToAnswer('choice', facts.language), choices }
  return asking(acting, { ...current, done: asked }, said)
}

function pickedOf(reply: string, times: readonly OfferedTime[], { facts }: Current): OfferedTime | undefined {
  const options = times.map(({ label }, at) => ({ id: String(at), labels: [label], keywords: [] }))
  const heard = understand(reply, { expects: 'choice', options }, facts)
  return 'heard' in heard ? times[Number(heard.heard)] : undefined
}

/** Times that begin together are offered once, for the first of the doctors. */
async function offer(
  acting: Acting,
  { doctorId, days, count }: OfferTimes,
  current: Current,
  said: { readonly isFirst: boolean; readonly words: string },
): Promise<Outcome> {
  const { tx, now, zone } = acting
  const { facts, done } = current
  const { organizationId, patientId } = done.conversation
  if (patientId === null) return ended(acting, current, 'FAILED')
  const today = dayIn(now, zone)
  const asked = { organizationId, from: today, to: dayAfter(today, days), minutes: MINUTES, now }
  const found = await openTimes(tx, { ...asked, doctorId, most: doctorId === undefined ? count * 10 : count })
  const starts = new Map(found.toReversed().map((one) => [one.startsAt.getTime(), one]))
  const times = [...starts.values()]
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
    .slice(0, count)
    .map(({ doctorId: doctor, doctorName, date, startTime, startsAt }): OfferedTime => {
      const { at, with: by } = actionWords(facts.language)
      const moment = `${momentWords(startsAt, zone, 'day', facts.language)} ${at} ${momentWords(startsAt, zone, 'time', facts.language)}`
      return { doctorId: doctor, date, time: startTime, label: `${moment} ${by} ${oneLine(doctorName)}` }
    })
  if (times.length === 0) return ended(acting, current, 'FAILED')
  const choices = times.map(({ label }) => label)
  const standing = { ...done, asking: { nodeId: acting.nodeId, tries: 0, times } }
  return asking(acting, { ...current, done: standing }, { ...said, choices })
}

async function book(acting: Acting, action: OfferTimes, current: Current, picked: OfferedTime): Promise<Outcome> {
  const { tx, parts, now, zone, nodeId } = acting
  const { done, facts } = current
  const { organizationId, patientId } = done.conversation
  if (patientId === null) return ended(acting, current, 'FAILED')
  const { doctorId, date, time, label } = picked
  const staged = await stageBooking(tx, parts, {
    ...{ organizationId, patientId, doctorId, date, time, by: null, now, minutes: MINUTES },
    ...{ type: action.visitType, source: 'booking' },
  })
  if (staged === 'refused') return ended(acting, current, 'FAILED')
  if (staged === 'taken')
    return offer(acting, action, current, { isFirst: false, words: actionWords(facts.language).taken })
  auditVisit(acting, current, 'chatbot book-visit')
  const startsAt = instantAt({ day: date, time }, zone)
  const values = {
    ...facts.values,
    'visit.date': momentWords(startsAt, zone, 'day', facts.language),
    'visit.time': momentWords(startsAt, zone, 'time', facts.language),
  }
  const after = { done: withVisit(done, staged), facts: { ...facts, hasVisit: true, values } }
  return ended(acting, after, 'DONE', { [nodeId]: { value: startsAt.toISOString(), label } })
}
