/** The interface of this module for other modules: links of texts, consent to mails, and what patients did after a campaign. */
import { randomInt } from 'node:crypto'
import type { Tx } from '../../db/tx.ts'
import { keepPersonalLinks, type Personal } from './links.store.ts'
import { newShortCode, type Random } from './short-code.rules.ts'
import { type UnsubscribeTicket, unsubscribeTokens } from './unsubscribe-token.ts'

export { isUnsubscribed, saveMailConsent } from './mail-consents.store.ts'
export { addBooked as booked, addMark as mark, MARKS, type Mark } from './marks.store.ts'

/**
 * The codes of a patient's own short links, by the addresses of one text. It runs in the transaction that makes the message,
 * so that no text has a link that does not exist. Asked again it returns the same codes.
 */
export function personalLinks(
  tx: Tx,
  personal: Personal,
  random: Random = (below) => randomInt(below),
): Promise<ReadonlyMap<string, string>> {
  return keepPersonalLinks(tx, personal, () => newShortCode(random))
}

/** The address at which the recipient of a campaign's mail unsubscribes. */
export function unsubscribeAddress(
  { publicUrl, authSecret }: { readonly publicUrl: string; readonly authSecret: string },
  ticket: UnsubscribeTicket,
): string {
  return `${publicUrl}/u/${unsubscribeTokens({ authSecret }).tokenOf(ticket)}`
}
