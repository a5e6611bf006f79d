/** Chat visitors: they are created anonymously, keep a secret, and exchange it for tokens that live some minutes. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { networkOf } from '../../http/client-network.rules.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Services, Visitor } from '../../services.ts'
import { findChatClinic } from '../organizations/organizations.ts'
import { addVisitor, countArrival, deleteOverArrivals, findSecretDigest } from './visitors.store.ts'

const TOKEN_MS = 10 * 60_000
const WINDOW_MS = 15 * 60_000
/** A waiting room shares one address. */
const PER_ADDRESS = 40
const ALTOGETHER = 1000

type VisitorServices = Pick<Services, 'database' | 'clock' | 'identity'>

/** Creates a visitor for a clinic that offers chat. The inbox does not change before the visitor writes. */
export async function admitVisitor(
  parts: VisitorServices,
  { organizationId, address }: { organizationId: string; address: string },
) {
  const visitorId = `visitor_${randomBytes(16).toString('hex')}`
  const secret = randomBytes(32).toString('base64url')
  const now = parts.clock.now()
  await parts.database.write(
    organizationId,
    async (tx) => {
      const clinic = await findChatClinic(tx, organizationId)
      if (!clinic || clinic.sites.length === 0) throw notFound()
      await deleteOverArrivals(tx, organizationId, now)
      // The order is fixed, so that no two transactions deadlock.
      const limits = [
        [digest(`address:${networkOf(address)}`), PER_ADDRESS],
        ['all', ALTOGETHER],
      ] as const
      for (const [key, limit] of limits) {
        const until = await countArrival(tx, organizationId, { key, limit, now, windowMs: WINDOW_MS })
        if (until !== null) throw tooMany(until, now)
      }
      await addVisitor(tx, { organizationId, id: visitorId, secretDigest: digest(secret), at: now })
    },
    'visitor',
  )
  return { visitorId, secret, ...(await tokenFor(parts, { organizationId, visitorId })) }
}

/** Issues a token for the correct secret. */
export async function renewToken(parts: VisitorServices, visitor: Visitor, secret: string) {
  const { organizationId, visitorId } = visitor
  const known = await parts.database.read(
    organizationId,
    (tx) => findSecretDigest(tx, organizationId, visitorId),
    'visitor',
  )
  // Compares even without a visitor, so that both cases take the same time.
  const isTheirs = timingSafeEqual(Buffer.from(digest(secret)), Buffer.from(known ?? digest('')))
  if (known === undefined || !isTheirs) throw new Refusal('no_session', 'Nobody is known by this.')
  return tokenFor(parts, visitor)
}

async function tokenFor({ clock, identity }: VisitorServices, visitor: Visitor) {
  const expiresAt = new Date(clock.now().getTime() + TOKEN_MS)
  return { token: await identity.visitorToken(visitor, expiresAt), expiresAt: expiresAt.toISOString() }
}

function tooMany(until: Date, now: Date): Refusal {
  const retryAfterS = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new Refusal('rate_limited', 'Too many people began to chat. Wait a while, or call the clinic.', {
    retryAfterS,
  })
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
