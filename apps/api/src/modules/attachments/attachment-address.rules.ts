/** Where a file is fetched: by staff with their token, and by the carrier with an address that is signed and expires. */
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

/** As a message shows it: the address is a path of this API and asks for a token like every other. */
export function attachmentOf(organizationId: string, { id, name, contentType, size }: Named): Attachment {
  const search = new URLSearchParams({ organizationId, attachmentId: id })
  return { _id: id, name, url: `${attachment.path}?${search}`, contentType, size }
}

/** As long as a carrier may take to fetch what a text carries; each try to hand it over makes new ones. */
const CARRIER_S = 60 * 60

interface Ticket {
  readonly organizationId: string
  readonly attachmentId: string
}

/** Whoever has this address may fetch this one file until it expires. */
export function mediaAddress(
  { publicUrl, authSecret }: { readonly publicUrl: string; readonly authSecret: string },
  { organizationId, attachmentId }: Ticket,
  now: Date,
): string {
  const until = Math.floor(now.getTime() / 1000) + CARRIER_S
  const said = Buffer.from(JSON.stringify([organizationId, attachmentId, until])).toString('base64url')
  return `${publicUrl}${carrierMedia.path}?token=${said}.${signatureOf(authSecret, said)}`
}

/** What the token is for, or null for one that we didn't make or that is over. */
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

/** The secret signs other things too; what it signs here says that it is about files. */
function signatureOf(authSecret: string, said: string): string {
  return createHmac('sha256', authSecret).update(`file for the carrier ${said}`).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
