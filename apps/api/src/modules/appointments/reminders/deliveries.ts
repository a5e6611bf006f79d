/** Follows the texts and e-mails of reminders until they are delivered, and sends an e-mail instead of a text that fails. */
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import type { Tx } from '../../../db/tx.ts'
import type { DeliveryNews, Sent, SentStep } from '../../conversations/conversations.ts'
import { readClinic, readSetting } from '../../organizations/organizations.ts'
import { stageDue } from '../due-dates/due-change.ts'
import { lockDueDatesById, markDueDate } from '../due-marks.store.ts'
import {
  changeEntries,
  type EntryNews,
  lockSent,
  movePointers,
  readSent,
  removeEntries,
  type SentEntry,
} from '../reminder-ledger.store.ts'
import { isWithdrawal, objectionTo, TOGETHER, whyOutdated, whyWithdrawn } from './outdated.rules.ts'
import { makeMail, type Sending } from './outgoing.ts'
import { historyOf, stageReminded } from './reminder-change.ts'
import { isScheduled, mayBeMailed, noVisit, wordsAbout, wordsOf } from './step-words.rules.ts'

const RANK = { skipped: 0, queued: 0, sent: 1, notDelivered: 2, delivered: 3 } as const

export const followReminders: SentStep = {
  origin: 'reminder',

  async objection(tx, sent, now) {
    return objectionTo(await readSent(tx, sent, now), now)
  },

  async hear(tx, parts, sent, news, now) {
    const [, entries] = await Promise.all([lockSent(tx, sent), readSent(tx, sent, now)])
    const changed = entries.filter(({ status }) => RANK[news.status] > RANK[status])
    if (changed.length === 0) return []
    return news.status === 'notDelivered' && ('messageId' in sent || isWithdrawal(news.reason))
      ? notDelivered(tx, parts, { sent, entries: changed, news, now })
      : moved(tx, { sent, entries: changed, news, now })
  },
}

interface Heard {
  readonly sent: Sent
  readonly entries: readonly SentEntry[]
  readonly news: DeliveryNews
  readonly now: Date
}

/** The follow-up of a text that did not arrive, or of an e-mail that was withdrawn. */
async function notDelivered(tx: Tx, parts: Sending, { entries, ...heard }: Heard) {
  const { sent, news, now } = heard
  const { organizationId } = sent
  // Withdrawn because of another visit or patient that it was about, or of words that are not true any more: this one's step is
  // judged again, for a text of its own.
  const isAgain = (entry: SentEntry) =>
    isWithdrawal(news.reason) &&
    isScheduled(entry) &&
    whyOutdated(entry, now) === null &&
    // The carrier may have a text that names the former doctor.
    !(entry.isOtherDoctor && entry.isHanded)
  const again = entries.filter(isAgain)
  removeEntries(
    tx,
    organizationId,
    again.map(({ id }) => id),
  )
  movePointers(
    tx,
    organizationId,
    again.flatMap(({ appointmentId }) => (appointmentId === null ? [] : [{ id: appointmentId, nextReminderAt: now }])),
  )
  const failed = entries.filter((entry) => !isAgain(entry))
  const mails = await mailsInstead(tx, parts, failed, heard)
  const changes = moved(tx, { ...heard, entries: failed }, mails)
  const { changes: others } = stageReminded(
    tx,
    { organizationId, by: null, now },
    again.flatMap(({ appointmentId: id }) => (id === null ? [] : [{ id, history: [] }])),
  )
  return [...changes, ...others, ...(await freeInvitations(tx, failed, mails, heard))]
}

/** An invitation that was withdrawn does not keep staff from inviting again. */
async function freeInvitations(
  tx: Tx,
  failed: readonly SentEntry[],
  mails: ReadonlyMap<string, string>,
  { sent: { organizationId }, news, now }: Omit<Heard, 'entries'>,
) {
  if (!isWithdrawal(news.reason)) return []
  const ids = failed.flatMap(({ id, dueDateId }) => (dueDateId === null || mails.has(id) ? [] : [dueDateId]))
  if (ids.length === 0) return []
  await lockDueDatesById(tx, organizationId, ids)
  const free = (id: string) => (version: number) =>
    markDueDate(tx, organizationId, { id, version, set: { invited_at: null } })
  return stageDue(tx, { organizationId, now }, new Map(ids.map((id) => [id, free(id)]))).changes
}

/** The ids of the e-mails that are sent instead, by the ids of their entries. */
async function mailsInstead(
  tx: Tx,
  parts: Sending,
  entries: readonly SentEntry[],
  { sent: { organizationId }, now }: Omit<Heard, 'entries'>,
): Promise<ReadonlyMap<string, string>> {
  const mails = new Map<string, string>()
  if (parts.config.email === null) return mails
  const reachable = entries.filter(({ email, mailId }) => email !== null && mailId === null)
  if (reachable.length === 0) return mails
  const [clinic, { value: settings }] = await Promise.all([
    readClinic(tx, organizationId),
    readSetting(tx, organizationId, visitSetting),
  ])
  for (const entry of reachable) {
    if (whyOutdated(entry, now) !== null || !mayBeMailed(entry, settings)) continue
    const { appointmentId, visit, type } = entry
    const made = await makeMail(tx, parts, {
      ...{
        organizationId,
        clinic,
        now,
        type,
        patientId: entry.patientId,
        address: entry.email ?? '',
        text: wordsAbout(wordsOf(entry, settings), entry, { now, timezone: clinic.timezone }),
      },
      subject: { visitType: entry.visitType, firstName: entry.firstName, ...(visit ?? noVisit(now)) },
      appointment: type === 'reminder' && visit && appointmentId !== null ? { id: appointmentId, ...visit } : null,
    })
    if (made?.mailId) mails.set(entry.id, made.mailId)
  }
  return mails
}

function moved(
  tx: Tx,
  { sent: { organizationId }, entries, news: { status, reason }, now }: Heard,
  mails: ReadonlyMap<string, string> = new Map(),
) {
  const reasonOf = (entry: SentEntry) => (isWithdrawal(reason) && whyWithdrawn(entry, now) === null ? TOGETHER : reason)
  const changes = entries.map(
    (entry): EntryNews => ({
      ...{ id: entry.id, status, reason: reasonOf(entry), mailId: mails.get(entry.id) ?? entry.mailId },
      isWithdrawn: status === 'notDelivered' && isWithdrawal(reason) && !entry.isHanded && !mails.has(entry.id),
    }),
  )
  changeEntries(tx, organizationId, changes, now)
  const visits = entries.flatMap((entry) => {
    const { appointmentId, type, channel } = entry
    if (appointmentId === null) return []
    const history = status === 'notDelivered' ? [historyOf({ type, channel, status, reason: reasonOf(entry) })] : []
    return [{ id: appointmentId, history }]
  })
  return stageReminded(tx, { organizationId, by: null, now }, visits).changes
}
