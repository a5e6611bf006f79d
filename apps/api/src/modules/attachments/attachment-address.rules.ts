/** Addresses of files: for staff, who send their token, and for the carrier, with a signature and an expiry. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { attachment, carrierMedia } from '@foyer/contracts/inbox/file-calls.ts'
import type { Attachment } from '@foyer/contracts/inbox/message.ts'

/** A file of a message. */
interface Named {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly size: number
}

/** The file as messages show it. Its address is a path of this API and needs a token. */
export function attachmentOf(organizationId: string, { id, name, contentType, size }: Named): Attachment {
  const search = new URLSearchParams({ organizationId, attachmentId: id })
  return { _id: id, name, url: `${attachment.path}?${search}`, contentType, size }
}

/** Longer than a carrier takes to fetch a text's media; each handover makes new addresses. */
const CARRIER_S = 60 * 60

interface Ticket {
  readonly organizationId: string
  readonly attachmentId: string
}

/** The time for which a visitor of the chat may open a file that a chatbot sent. */
export const VISITOR_S = 24 * 60 * 60

/** An address that serves this one file to anybody until it expires. */
export function mediaAddress(
  { publicUrl, authSecret }: { readonly publicUrl: string; readonly authSecret: string },
  { organizationId, attachmentId }: Ticket,
  now: Date,
  lifetimeS = CARRIER_S,
): string {
  const until = Math.floor(now.getTime() / 1000) + lifetimeS
  const said = Buffer.from(JSON.stringify([organizationId, attachmentId, until])).toString('base64url')
  return `${publicUrl}${carrierMedia.path}?token=${said}.${signatureOf(authSecret, said)}`
}

/** The file that the token is for; null if the signature is not ours or it expired. */
export function readMediaToken(authSecret: string, token: string, now: Date): Ticket | null {
  const [said = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !isSame(signature, signatureOf(authSecret, said))) return null
  const [organizationId, attachmentId, until] = JSON.parse(Buffer.from(said, 'base64url').toString('utf8')) as [
    string,
    string,
    number,
  ]
  return until * 1000 > now.getTime() ? { organizationId, attachmentId } : null
}

/** The prefix keeps this signature apart from others made with the same secret. */
function signatureOf(authSecret: string, said: string): string {
  return createHmac('sha256', authSecret).update(`file for the carrier ${said}`).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
