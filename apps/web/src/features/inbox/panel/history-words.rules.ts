/** The sentences of a conversation's history. */

import type { ConversationStatus, RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryChange, HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import { isolated } from '../../../lib/isolated.rules.ts'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { inSentence, momentLabel } from '../../../lib/time-labels.rules.ts'

interface Reader {
  readonly userId: string
  readonly now: Date
  readonly timezone: string
}

const REQUESTS: Record<RequestType, string> = {
  appointment: 'an appointment request',
  prescription: 'a prescription request',
  billing: 'a billing request',
  concierge: 'a concierge request',
  other: 'another request',
}

/** Replaces the names stored in the entry with the current names of the same ids. */
export function renamed(entry: HistoryEntry, nameOf: (id: string, sent: string) => string): HistoryEntry {
  const { by, names } = entry
  return {
    ...entry,
    by: by && { ...by, name: nameOf(by._id, by.name) },
    names: Object.fromEntries(Object.entries(names).map(([id, name]) => [id, nameOf(id, name)])),
  }
}

/** "Lena assigned it to Dana", "It was assigned to Dana by Refills". Without a name when the patient, the carrier or a timer did it. */
export function historySentence(entry: HistoryEntry, reader: Reader): string {
  const { by, via, change } = entry
  const sentence = sentenceOf(entry, reader)
  return by === null && via && change.kind !== 'bot' ? `${sentence} by ${isolated(via.name)}` : sentence
}

function sentenceOf({ by, change, names }: HistoryEntry, reader: Reader): string {
  const who = by === null ? null : by._id === reader.userId ? 'You' : givenName(by.name)
  const staff = (id: string) => {
    if (id === reader.userId) return 'you'
    const name = names[id]
    return name === undefined ? 'a colleague' : givenName(name)
  }
  const patient = (id: string | null) => (id === null ? 'no one' : isolated(names[id] ?? 'a patient'))
  const when = (instant: string) => inSentence(momentLabel(instant, reader.now, reader.timezone))
  /** The active sentence with the author, or the passive one without a staff member. */
  const phrase = (did: string, happened: string) => (who === null ? happened : `${who} ${did}`)

  switch (change.kind) {
    case 'began':
      return phrase('began the conversation', 'The conversation began')
    case 'filed':
      return filedWords(change, patient, phrase)
    case 'status':
      return statusWords(change.from, change.to, phrase)
    case 'requestType':
      if (change.to === null) return phrase('removed the request type', 'The request type was removed')
      return requestWords(REQUESTS[change.to] ?? REQUESTS.other, phrase)
    case 'assigned':
      return assignedWords(change, { by: by?._id ?? null, staff, phrase })
    case 'team':
      return teamWords(change, (id) => isolated(names[id] ?? 'a team'), phrase)
    case 'starred':
      if (change.staff === by?._id) return phrase('starred it', 'It was starred')
      return phrase(`starred it for ${staff(change.staff)}`, `It was starred for ${staff(change.staff)}`)
    case 'unstarred':
      return phrase('removed the star', 'The star was removed')
    case 'markedUnread':
      return phrase('marked it unread', 'It was marked unread')
    case 'snoozed':
      return phrase(`snoozed it until ${when(change.until)}`, `It was snoozed until ${when(change.until)}`)
    case 'woken':
      return phrase('ended the snooze', 'The snooze ended')
    case 'scheduled':
      return phrase(`scheduled a text for ${when(change.for)}`, `A text is scheduled for ${when(change.for)}`)
    case 'rescheduled':
      return rescheduledWords(change, when, phrase)
    case 'unscheduled':
      return phrase('left no scheduled text', 'No text is scheduled any more')
    case 'held':
      return `The patient wrote, so ${textsFor(change, when)} ${change.texts === 1 ? 'is' : 'are'} held`
    case 'kept':
      return keptWords(change, when, phrase)
    case 'notSent':
      return notSentWords(change, when, phrase)
    case 'askedToStop':
      return 'The patient asked not to be texted'
    case 'stopSettled':
      return phrase('settled the request not to be texted', 'The request not to be texted was settled')
    case 'feedback':
      if (change.to === null) return 'The patient removed their feedback'
      return `The patient sent a thumbs ${change.to}`
    case 'consent':
      return consentWords(change, phrase)
    case 'email':
      return emailWords(change.status, phrase)
    case 'form':
      return `The patient filled in the form ${isolated(change.title)}`
    case 'bot':
      return botWords(change, phrase)
    default:
      return unknownWords(change, phrase)
  }
}

function botWords({ name: given, what, why }: ChangeOf<'bot'>, phrase: Phrase): string {
  const name = isolated(given)
  switch (what) {
    case 'started':
      return phrase(`handed it to ${name}`, `${name} began to answer`)
    case 'moved':
      return `${name} went on with its new version`
    case 'finished':
      return `${name} finished`
    case 'handedOver':
      return why === 'exitWord' ? `The patient asked ${name} for a person` : `${name} handed over to a person`
    case 'takenOver':
      return phrase(`took over from ${name}`, `${name} was taken off`)
    case 'ended':
      return `${name} stopped${why === null ? '' : ENDINGS[why]}`
  }
}

const ENDINGS: Readonly<Record<NonNullable<ChangeOf<'bot'>['why']>, string>> = {
  ...{ finished: '', handedOver: '', takenOver: '', exitWord: '' },
  urgent: ': the words sounded like an emergency',
  askedToStop: ': the patient asked not to be texted',
  optedOut: ': the patient opted out',
  blocked: ': the number was blocked',
  silent: ': the patient did not answer',
  overLimit: ' at its limit',
  failed: ' because of a fault',
  paused: ' because it was paused',
}

/** An older tab may receive kinds that it has no words for. */
function unknownWords(_: never, phrase: Phrase): string {
  return phrase('changed something', 'Something was changed')
}

function requestWords(what: string, phrase: Phrase): string {
  return phrase(`marked it as ${what}`, `It was marked as ${what}`)
}

type Phrase = (did: string, happened: string) => string
type ChangeOf<Kind extends HistoryChange['kind']> = Extract<HistoryChange, { kind: Kind }>

function filedWords({ from, to }: ChangeOf<'filed'>, patient: (id: string | null) => string, phrase: Phrase): string {
  if (to === null)
    return phrase(
      `unassigned it from the patient ${patient(from)}`,
      `It was unassigned from the patient ${patient(from)}`,
    )
  if (from === null)
    return phrase(`assigned it to the patient ${patient(to)}`, `It was assigned to the patient ${patient(to)}`)
  return phrase(
    `moved it from ${patient(from)} to ${patient(to)}`,
    `It was moved from ${patient(from)} to ${patient(to)}`,
  )
}

function statusWords(from: ConversationStatus, to: ConversationStatus, phrase: Phrase): string {
  switch (to) {
    case 'open':
      return from === 'unassigned' ? phrase('opened it', 'It was opened') : phrase('reopened it', 'It was reopened')
    case 'resolved':
      return phrase('closed it', 'It was closed')
    case 'pending':
      return phrase('set it to pending', 'It was set to pending')
    case 'acknowledged':
      return phrase('acknowledged it', 'It was acknowledged')
    case 'unassigned':
      return phrase('left it without a patient', 'It has no patient')
    default:
      return unknownWords(to, phrase)
  }
}

function rescheduledWords(
  { from, to, reworded }: ChangeOf<'rescheduled'>,
  when: (instant: string) => string,
  phrase: Phrase,
): string {
  if (from === to) return phrase(`edited the text for ${when(to)}`, `The text for ${when(to)} was edited`)
  const did = reworded ? 'edited and rescheduled' : 'rescheduled'
  const moved = reworded ? 'was edited and rescheduled' : 'was rescheduled'
  const way = `from ${when(from)} to ${when(to)}`
  return phrase(`${did} a text ${way}`, `A text ${moved} ${way}`)
}

/** "the text for tomorrow, 8:00 AM", "2 texts, the first for tomorrow, 8:00 AM". */
function textsFor({ for: at, texts }: ChangeOf<'held' | 'notSent'>, when: (instant: string) => string): string {
  return texts === 1 ? `the text for ${when(at)}` : `${texts} texts, the first for ${when(at)},`
}

function keptWords({ for: at, now }: ChangeOf<'kept'>, when: (instant: string) => string, phrase: Phrase): string {
  const text = `the held text for ${when(at)}`
  if (now) return phrase(`sent ${text} at once`, `The held text for ${when(at)} was sent at once`)
  return phrase(`kept ${text}`, `The held text for ${when(at)} was kept`)
}

function notSentWords(change: ChangeOf<'notSent'>, when: (instant: string) => string, phrase: Phrase): string {
  const texts = textsFor(change, when)
  const were = change.texts === 1 ? 'was' : 'were'
  if (change.optedOut) return `The patient opted out, so ${texts} ${were} cancelled`
  return phrase(`cancelled ${texts.replace(/,$/, '')}`, `${texts.replace(/^the/, 'The')} ${were} cancelled`)
}

interface AssignedContext {
  readonly by: string | null
  readonly staff: (id: string) => string
  readonly phrase: Phrase
}

function assignedWords({ from, to }: ChangeOf<'assigned'>, { by, staff, phrase }: AssignedContext): string {
  const [first] = to
  if (first === undefined) {
    if (from.length === 1 && from[0] === by) return phrase('unassigned it', 'It was unassigned')
    const whom = from.map(staff).join(' and ')
    return phrase(`unassigned it from ${whom || 'everyone'}`, 'It was unassigned')
  }
  if (to.length === 1 && first === by) return phrase('claimed it', 'It was claimed')
  const whom = to.map(staff).join(' and ')
  return phrase(`assigned it to ${whom}`, `It was assigned to ${whom}`)
}

function teamWords({ from, to }: ChangeOf<'team'>, team: (id: string) => string, phrase: Phrase): string {
  if (to !== null) return phrase(`gave it to the team ${team(to)}`, `It was given to the team ${team(to)}`)
  const former = from === null ? 'its team' : `the team ${team(from)}`
  return phrase(`took it from ${former}`, `It was taken from ${former}`)
}

function consentWords({ from, to }: ChangeOf<'consent'>, phrase: Phrase): string {
  if (to === 'blocked') return phrase('blocked the number', 'The number was blocked')
  if (from === 'blocked') {
    const rest = to === 'opted_out' ? ', which is opted out of texts' : ''
    return phrase(`unblocked the number${rest}`, `The number was unblocked${rest}`)
  }
  if (to === 'opted_out') return phrase('stopped texts to this number', 'The patient opted out of texts')
  return phrase('allowed texts to this number again', 'The patient opted in to texts again')
}

/** The history has one entry when an e-mail is written and another for its outcome. */
function emailWords(status: ChangeOf<'email'>['status'], phrase: Phrase): string {
  switch (status) {
    case 'queued':
      return phrase('wrote an e-mail', 'An e-mail was written')
    case 'sent':
      return 'The e-mail was sent'
    case 'failed':
      return 'The e-mail was not sent'
    case 'unconfirmed':
      return 'It is unknown whether the e-mail was sent'
    default:
      return unknownWords(status, phrase)
  }
}
