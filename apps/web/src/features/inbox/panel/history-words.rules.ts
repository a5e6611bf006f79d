/** What happened to a conversation, as one tells it to a colleague. */

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

/** "Lena assigned it to Dana". Nobody's name where the patient, the carrier or the clock did it. */
export function historySentence({ by, change, names }: HistoryEntry, reader: Reader): string {
  const who = by === null ? null : by._id === reader.userId ? 'You' : givenName(by.name)
  const staff = (id: string) => {
    if (id === reader.userId) return 'you'
    const name = names[id]
    return name === undefined ? 'a colleague' : givenName(name)
  }
  const patient = (id: string | null) => (id === null ? 'nobody' : isolated(names[id] ?? 'a patient'))
  const when = (instant: string) => inSentence(momentLabel(instant, reader.now, reader.timezone))
  /** What somebody did, or how it reads when nobody in the house did it. */
  const told = (did: string, happened: string) => (who === null ? happened : `${who} ${did}`)

  switch (change.kind) {
    case 'began':
      return told('began the conversation', 'The conversation began')
    case 'filed':
      return filed(change, patient, told)
    case 'status':
      return statusWords(change.from, change.to, told)
    case 'requestType':
      if (change.to === null) return told('took the request type away', 'The request type was taken away')
      return requested(REQUESTS[change.to] ?? REQUESTS.other, told)
    case 'assigned':
      return assigned(change, { by: by?._id ?? null, staff, told })
    case 'starred':
      if (change.staff === by?._id) return told('starred it', 'It was starred')
      return told(`starred it for ${staff(change.staff)}`, `It was starred for ${staff(change.staff)}`)
    case 'unstarred':
      return told('took the star away', 'The star was taken away')
    case 'markedUnread':
      return told('marked it unread', 'It was marked unread')
    case 'snoozed':
      return told(`snoozed it until ${when(change.until)}`, `It was snoozed until ${when(change.until)}`)
    case 'woken':
      return told('brought it back before its time', 'It came back from its snooze')
    case 'scheduled':
      return told(`planned a text for ${when(change.for)}`, `A text is planned for ${when(change.for)}`)
    case 'rescheduled':
      return rescheduled(change, when, told)
    case 'unscheduled':
      return told('left no text planned', 'No text is planned any more')
    case 'askedToStop':
      return 'The patient asked not to be texted'
    case 'stopSettled':
      return told('answered the wish not to be texted', 'The wish not to be texted is settled')
    case 'feedback':
      if (change.to === null) return 'The patient took their thumb back'
      return `The patient gave a thumbs ${change.to}`
    case 'consent':
      return consent(change, told)
    case 'email':
      return email(change.status, told)
    default:
      return unknown(change, told)
  }
}

/** A tab that is older than the server hears of what it has no words for. */
function unknown(_: never, told: Told): string {
  return told('changed something', 'Something was changed')
}

function requested(what: string, told: Told): string {
  return told(`marked it as ${what}`, `It was marked as ${what}`)
}

type Told = (did: string, happened: string) => string
type Of<Kind extends HistoryChange['kind']> = Extract<HistoryChange, { kind: Kind }>

function filed({ from, to }: Of<'filed'>, patient: (id: string | null) => string, told: Told): string {
  if (to === null) return told(`took it away from ${patient(from)}`, `It no longer belongs to ${patient(from)}`)
  if (from === null) return told(`assigned it to the patient ${patient(to)}`, `It belongs to ${patient(to)} now`)
  return told(`moved it from ${patient(from)} to ${patient(to)}`, `It went from ${patient(from)} to ${patient(to)}`)
}

function statusWords(from: ConversationStatus, to: ConversationStatus, told: Told): string {
  switch (to) {
    case 'open':
      return from === 'unassigned' ? told('opened it', 'It opened') : told('opened it again', 'It opened again')
    case 'resolved':
      return told('closed it', 'It was closed')
    case 'pending':
      return told('set it to pending', 'It was set to pending')
    case 'acknowledged':
      return told('acknowledged it', 'It was acknowledged')
    case 'unassigned':
      return told('left it without a patient', 'It has no patient')
    default:
      return unknown(to, told)
  }
}

function rescheduled({ from, to, reworded }: Of<'rescheduled'>, when: (instant: string) => string, told: Told): string {
  if (from === to) return told(`rewrote the text for ${when(to)}`, `The text for ${when(to)} was rewritten`)
  const did = reworded ? 'rewrote and moved' : 'moved'
  const moved = reworded ? 'was rewritten and moved' : 'was moved'
  const way = `from ${when(from)} to ${when(to)}`
  return told(`${did} a text ${way}`, `A text ${moved} ${way}`)
}

interface AssignedWords {
  readonly by: string | null
  readonly staff: (id: string) => string
  readonly told: Told
}

function assigned({ from, to }: Of<'assigned'>, { by, staff, told }: AssignedWords): string {
  const [first] = to
  if (first === undefined) {
    if (from.length === 1 && from[0] === by) return told('gave it back', 'It is nobody’s now')
    const whom = from.map(staff).join(' and ')
    return told(`took it away from ${whom || 'everybody'}`, 'It is nobody’s now')
  }
  if (to.length === 1 && first === by) return told('took it', 'It was taken')
  const whom = to.map(staff).join(' and ')
  return told(`assigned it to ${whom}`, `It was assigned to ${whom}`)
}

function consent({ from, to }: Of<'consent'>, told: Told): string {
  if (to === 'blocked') return told('blocked the number', 'The number was blocked')
  if (from === 'blocked') {
    const rest = to === 'opted_out' ? ', which is opted out of texts' : ''
    return told(`unblocked the number${rest}`, `The number was unblocked${rest}`)
  }
  if (to === 'opted_out') return told('stopped texts to this number', 'The patient opted out of texts')
  return told('let texts go to this number again', 'The patient wants texts again')
}

/** Each word is said once it is true: that it was written, and what became of it. */
function email(status: Of<'email'>['status'], told: Told): string {
  switch (status) {
    case 'queued':
      return told('wrote an e-mail', 'An e-mail was written')
    case 'sent':
      return 'The e-mail was sent'
    case 'failed':
      return 'The e-mail was not sent'
    case 'unconfirmed':
      return 'Nobody knows whether the e-mail was sent'
    default:
      return unknown(status, told)
  }
}
