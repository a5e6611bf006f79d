/** A patient's text becomes a message of a conversation: once, whatever the carrier repeats and however much comes at once. */
import type { Tx } from '../../db/database.ts'
import type { Parts } from '../../parts.ts'
import { arrive } from './arrival.ts'
import { begin, file } from './conversations.rules.ts'
import { lockOthersOfNumber, lockSender } from './conversations.store.ts'
import { knownSids } from './deliveries.store.ts'
import { type CarrierMedia, consentOf } from './inbound.rules.ts'
import { findOnlyOwner, readConsent, saveConsent } from './patients.store.ts'

export interface IncomingText {
  readonly sid: string
  readonly from: string
  readonly body: string
  readonly media: readonly CarrierMedia[]
}

export function takeIn(
  { database, clock, newId }: Pick<Parts, 'database' | 'clock' | 'newId'>,
  organizationId: string,
  text: IncomingText,
): Promise<'taken' | 'repeated' | 'blocked'> {
  const take = async (tx: Tx) => {
    // From here on this sender's texts come one after the other.
    const withOthers = consentOf(text.body) !== null
    const before = await lockSender(tx, { organizationId, sender: text.from, withOthers })
    if ((await knownSids(tx, organizationId, [text.sid])).size > 0) return 'repeated'
    const now = clock.now()
    const heard = await hear(tx, organizationId, text, now)
    if (heard.known === 'blocked') return 'blocked'
    const owner = before?.patientId ? null : await findOnlyOwner(tx, organizationId, text.from)
    const conversation = before ?? begin({ id: newId(), organizationId, sender: text.from, at: now })
    const number = { organizationId, phoneNumber: text.from, except: conversation.id }
    const alsoShown = heard.isNews ? await lockOthersOfNumber(tx, number) : []
    await arrive(
      tx,
      { newId },
      { before: before ?? null, conversation: file(conversation, owner), text, also: heard.also, alsoShown, now },
    )
    return 'taken'
  }
  return database.write(organizationId, take, 'carrier')
}

/** A wish to be texted or not holds from this moment on, before anyone has read it. */
async function hear(tx: Tx, organizationId: string, { from, body }: IncomingText, at: Date) {
  const known = await readConsent(tx, organizationId, from)
  const wish = consentOf(body)
  const isNews = wish !== null && wish !== known
  if (!isNews) return { known, isNews, also: [] }
  await saveConsent(tx, { organizationId, phoneNumber: from, smsStatus: wish, at })
  return { known, isNews, also: [{ kind: 'consent', from: known, to: wish } as const] }
}
