/**
 * A fake of the API as a relay sees it: keys, feed, heads, revocations. The relay's log must become equal to its log.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Envelope } from '@foyer/contracts/event.ts'
import type { FeedPage, Revocation } from '@foyer/contracts/feed.ts'
import { VISITOR_AUDIENCE } from '@foyer/contracts/inbox/visitor.ts'
import { AUDIENCE, ISSUER } from '@foyer/contracts/session/user.ts'
import express from 'express'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Clock } from '../src/clock.ts'
import { countsAt, EPOCH, event } from './events.ts'

export type FakeApi = Awaited<ReturnType<typeof startFakeApi>>

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
export const ORIGIN = 'http://foyer.test'

interface Log {
  epoch: string
  events: Envelope[]
  /** How many events retention has removed. */
  trimmed: number
}

export async function startFakeApi(clock: Clock) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'EdDSA', use: 'sig' }
  const logs = new Map<string, Log>()
  const revocations: Revocation[] = []
  const asked = { feed: 0, heads: 0, revocations: 0, keys: 0 }
  const faults = { down: false, feedDown: false, keysDown: false }
  /** Outdated heads that the next answer contains. */
  const early = new Map<string, { epoch: string; head: number }>()
  /** Long polls in progress, with their organization. */
  const waiting = new Map<() => void, string>()
  const logOf = (organizationId: string) => {
    const log = logs.get(organizationId) ?? { epoch: EPOCH, events: [], trimmed: 0 }
    logs.set(organizationId, log)
    return log
  }

  function pageOf(organizationId: string, after: number, limit: number): FeedPage {
    const { epoch, events, trimmed } = logOf(organizationId)
    const head = events.at(-1)?.seq ?? trimmed
    const kept = events.slice(trimmed)
    const found = kept.filter(({ seq }) => seq > after).slice(0, limit)
    return { epoch, head, oldest: kept[0]?.seq ?? head + 1, counts: countsAt(head), events: found }
  }

  const app = express()
  app.use((_req, res, next) => {
    res.set('date', clock.now().toUTCString())
    if (faults.down) res.status(503).json({})
    else next()
  })
  app.get('/api/auth/jwks', (_req, res) => {
    asked.keys += 1
    if (faults.keysDown) res.status(503).json({})
    else res.json({ keys: [jwk] })
  })
  app.use((req, res, next) => {
    if (req.get('authorization') === `Bearer ${SECRET}`) next()
    else res.status(401).json({})
  })
  app.get('/api/auth/revocations', (_req, res) => {
    asked.revocations += 1
    res.json({ revocations })
  })
  app.get('/api/inbox/heads', (req, res) => {
    asked.heads += 1
    const ids = String(req.query.organizationId).split(',')
    const places = ids.map((organizationId) => ({
      organizationId,
      ...(early.get(organizationId) ?? placeOf(organizationId)),
    }))
    early.clear()
    res.json({ heads: places })
  })
  app.get('/api/inbox/events', async (req, res) => {
    asked.feed += 1
    if (faults.feedDown) return void res.status(503).json({})
    const { organizationId, after, limit, waitMs } = req.query
    const page = () => pageOf(String(organizationId), Number(after), Number(limit))
    if (Number(waitMs) > 0 && page().events.length === 0) {
      await new Promise<void>((resolve) => {
        waiting.set(resolve, String(organizationId))
        res.once('close', () => {
          waiting.delete(resolve)
          resolve()
        })
      })
    }
    res.json(page())
  })
  const server = createServer(app)
  server.listen(0)
  await once(server, 'listening')

  function letGo(isMeant: (organizationId: string) => boolean): void {
    for (const [resolve, organizationId] of waiting) {
      if (!isMeant(organizationId)) continue
      waiting.delete(resolve)
      resolve()
    }
  }

  function placeOf(organizationId: string) {
    const { epoch, head } = pageOf(organizationId, 0, 0)
    return { epoch, head }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    privateKey,
    revocations,
    asked,
    faults,
    logOf,
    /** The number of long polls in progress. */
    get waiting() {
      return waiting.size
    },
    /** Makes the next answer contain an outdated head, as if it had been read before an append. */
    answerHeadsOnceAs: (organizationId: string, place: { epoch: string; head: number }) =>
      void early.set(organizationId, place),
    /** Appends events and returns them; no webhook is sent. */
    append(organizationId: string, ...drafts: Partial<Envelope>[]): Envelope[] {
      const log = logOf(organizationId)
      const added = drafts.map((draft, index) =>
        event(log.events.length + index + 1, { epoch: log.epoch, organizationId, ...draft }),
      )
      log.events.push(...added)
      letGo((waiter) => waiter === organizationId)
      return added
    },
    /** Simulates a wiped store: the log begins at 0 in another epoch. */
    begin(organizationId: string, epoch: string): void {
      logs.set(organizationId, { epoch, events: [], trimmed: 0 })
    },
    token(
      claims: { sub?: string; sid?: string; organizations?: string[]; ttlS?: number; aud?: string; iss?: string } = {},
    ) {
      const { sub = 'usr_lena', sid = 'ses_1', organizations = ['org_cedar'], ttlS = 300 } = claims
      const iat = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ sid, organizations })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'key-1' })
        .setIssuer(claims.iss ?? ISSUER)
        .setAudience(claims.aud ?? AUDIENCE)
        .setSubject(sub)
        .setIssuedAt(iat)
        .setExpirationTime(iat + ttlS)
        .sign(privateKey)
    },
    visitorToken(claims: { sub?: string; organizationId?: string; ttlS?: number; aud?: string; iss?: string } = {}) {
      const { sub = 'visitor_a', organizationId = 'org_cedar', ttlS = 600 } = claims
      const iat = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ organizationId })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'key-1' })
        .setIssuer(claims.iss ?? ISSUER)
        .setAudience(claims.aud ?? VISITOR_AUDIENCE)
        .setSubject(sub)
        .setIssuedAt(iat)
        .setExpirationTime(iat + ttlS)
        .sign(privateKey)
    },
    async stop(): Promise<void> {
      letGo(() => true)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
