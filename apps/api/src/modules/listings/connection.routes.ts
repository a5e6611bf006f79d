/** Connects an organization's listings by Google's code flow; gives listing tokens; takes pushes. */
import { createHash } from 'node:crypto'
import * as calls from '@foyer/contracts/listings/connection-calls.ts'
import { LISTING_TOKEN_S } from '@foyer/contracts/listings/token.ts'
import type { Response } from 'express'
import { randomPKCECodeVerifier, randomState } from 'openid-client'
import { appendEvents, readHead } from '../../events/append.ts'
import type { GoogleGateway } from '../../gateways/google.ts'
import type { Consent } from '../../gateways/google-http.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findStaff, isAdmin } from '../organizations/organizations.ts'
import { findAccount } from './find-account.ts'
import { hintOf } from './hint.rules.ts'
import { readLintFacts } from './lint-facts.store.ts'
import { findConnection, listLocations, noteHint, saveLocations } from './locations.store.ts'
import { releaseReplies } from './releases.store.ts'
import { dueReviews, tellSummary } from './reviews.store.ts'
import { readSummary } from './summary.store.ts'
import type { TokenSeal } from './token-seal.ts'

const LIFE_MS = 10 * 60_000
const SETTINGS = '/settings/listings'

export interface ConnectionServices extends Pick<Services, 'database' | 'clock' | 'config' | 'identity'> {
  readonly gateway: GoogleGateway | null
  readonly seal: TokenSeal
}

export function connectionRoutes(parts: ConnectionServices): Route[] {
  const { clock, config, identity, database, gateway, seal } = parts
  const redirectUri = `${config.publicUrl}${calls.listingsCallback.path}`
  const recent = new Set<string>()
  return [
    route(calls.listingConnection, async ({ caller, organizationId, read }) => {
      const found = await read(async (tx) => {
        const [{ seq, epoch }, connection, { facts, locations }, summary] = await Promise.all([
          readHead(tx, organizationId),
          findConnection(tx, organizationId),
          readLintFacts(tx, organizationId),
          readSummary(tx, organizationId),
        ])
        const data = {
          ...{ state: connection?.state ?? ('off' as const), account: connection?.account ?? null },
          connectedByName: connection?.connected_by_name ?? null,
          locations: locations.map(shownLocation),
          ...{ lint: facts, summary: { ...summary, version: seq } },
        }
        return { data, asOf: seq, epoch }
      })
      const { userId, sessionId } = caller
      const refreshToken = await identity.listingToken('refresh', { userId, sessionId, organizationId })
      return { code: 'ok' as const, ...found, data: { ...found.data, refreshToken } }
    }),

    route(calls.connectListings, async ({ caller, organizationId, write }) => {
      if (gateway === null) throw new Refusal('no_channel', 'Google is not set up.')
      const flow = { state: randomState(), verifier: randomPKCECodeVerifier() }
      const now = clock.now()
      await write(async (tx) => {
        await tx
          .deleteFrom('listing_consents')
          .where('organization_id', '=', organizationId)
          .where('expires_at', '<', now)
          .execute()
        await tx
          .insertInto('listing_consents')
          .values({
            ...{ organization_id: organizationId, state: digest(flow.state), user_id: caller.userId },
            ...{ session_id: caller.sessionId, verifier: flow.verifier },
            expires_at: new Date(now.getTime() + LIFE_MS),
          })
          .execute()
      })
      return { code: 'ok' as const, data: { address: await gateway.consentAddress(redirectUri, flow) } }
    }),

    route(calls.listingsCallback, async ({ query, caller, check, res }) => {
      await check()
      const { state = '', code } = query
      const now = clock.now()
      const begun = await database.systemStatement((queries) =>
        queries
          .deleteFrom('listing_consents')
          .where('state', '=', digest(state))
          .where('session_id', '=', caller.sessionId)
          .where('user_id', '=', caller.userId)
          .returning(['organization_id', 'verifier', 'expires_at'])
          .executeTakeFirst(),
      )
      if (!begun || begun.expires_at <= now || gateway === null) return back(res, { problem: 'expired' })
      const { organization_id: organizationId } = begun
      const [mayConnect, before, kept] = await database.read(organizationId, (tx) =>
        Promise.all([
          isAdmin(tx, organizationId, caller.userId),
          findConnection(tx, organizationId),
          listLocations(tx, organizationId),
        ]),
      )
      if (!mayConnect) return back(res, { problem: 'not_allowed' })
      if (code === undefined) return back(res, { problem: 'refused' })
      const refreshToken = await gateway.finish(redirectUri, code, begun).catch(() => null)
      if (refreshToken === null) return back(res, { problem: 'refused' })
      const consent = { organizationId, refreshToken }
      const found = await findAccount(gateway, consent, {
        account: before?.account ?? null,
        locations: new Set(kept.map(({ id }) => id)),
      })
      if (typeof found === 'string') {
        // Google may end all consents of a person with one of them, so a connection that works is not put at risk.
        if (before?.state !== 'connected') await gateway.revoke(refreshToken)
        return back(res, { problem: found })
      }
      await database.write(organizationId, async (tx) => {
        const staff = await findStaff(tx, organizationId, caller.userId)
        const row = {
          ...{
            state: 'connected' as const,
            account: found.account,
            sealed_token: seal.seal(organizationId, refreshToken),
          },
          ...{ connected_by: caller.userId, connected_by_name: staff?.name ?? null, connected_at: now },
        }
        await tx
          .insertInto('listing_connections')
          .values({ organization_id: organizationId, ...row })
          .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
          .execute()
        await saveLocations(tx, organizationId, found.account, found.locations)
        // Everything that waited for the consent goes on at once.
        await tx
          .updateTable('reviews')
          .set({ due_at: now, not_taken: 0 })
          .where('organization_id', '=', organizationId)
          .where('due_at', 'is not', null)
          .execute()
        await tx
          .updateTable('listing_changes')
          .set({ due_at: now })
          .where('organization_id', '=', organizationId)
          .where('due_at', 'is not', null)
          .execute()
        dueReviews.wake(tx)
        await appendEvents(tx, { organizationId, at: now }, [tellSummary(tx, organizationId)])
      })
      const topic = config.google?.push.topic
      const isElsewhere = topic != null && !(await claimPush(gateway, consent, found.account, topic))
      return back(res, { connected: '1', ...(isElsewhere && { push: 'elsewhere' }) })
    }),

    route(calls.disconnectListings, async ({ organizationId, read, write }) => {
      const connection = await read((tx) => findConnection(tx, organizationId))
      const token = connection?.sealed_token == null ? null : seal.open(organizationId, connection.sealed_token)
      if (token !== null) await gateway?.revoke(token)
      await write(async (tx) => {
        const log = { organizationId, at: clock.now() }
        const [, settled] = await Promise.all([
          tx
            .updateTable('listing_connections')
            .set({ state: 'off', sealed_token: null, account: null })
            .where('organization_id', '=', organizationId)
            .execute(),
          releaseReplies(tx, log),
        ])
        await appendEvents(tx, log, [...settled, tellSummary(tx, organizationId)])
      })
      return { code: 'ok' as const, data: { state: 'off' as const } }
    }),

    route(calls.listingToken, async ({ body, res }) => {
      res.set('Cache-Control', 'no-store')
      if (body.grant_type !== 'refresh_token') return refuse(res, 'unsupported_grant_type')
      const holder = body.refresh_token === undefined ? null : await identity.listingRefresh(body.refresh_token)
      if (holder === null) return refuse(res, 'invalid_grant')
      const token = await identity.listingToken('access', holder)
      return { access_token: token, token_type: 'Bearer' as const, expires_in: LISTING_TOKEN_S }
    }),

    route(calls.listingsWebhook, async ({ body }) => {
      const { data = '', messageId } = body.message
      if (messageId !== undefined && recent.has(messageId)) return undefined
      const locationId = hintOf(data)
      if (locationId !== null) await database.systemStatement((queries) => noteHint(queries, locationId))
      if (messageId !== undefined) remember(recent, messageId)
      return undefined
    }),
  ]
}

const RECENT_MOST = 1000

function remember(recent: Set<string>, messageId: string): void {
  recent.add(messageId)
  const [oldest] = recent
  if (recent.size > RECENT_MOST && oldest !== undefined) recent.delete(oldest)
}

/** Has Google push the account's news here. False if it pushes them to another program, which then keeps them. */
async function claimPush(gateway: GoogleGateway, consent: Consent, account: string, topic: string): Promise<boolean> {
  const setting = await gateway.pushTopic(consent, account)
  if (setting.outcome === 'ok' && setting.value !== null && setting.value !== topic) return false
  // Without an answer the setting stays as it is, and the polls bring the news.
  if (setting.outcome === 'ok' || setting.outcome === 'absent') await gateway.setPushTopic(consent, account, topic)
  return true
}

function shownLocation(row: Awaited<ReturnType<typeof readLintFacts>>['locations'][number]) {
  const { latitude, longitude } = row
  return {
    ...{ _id: row.id, title: row.title, address: row.address, phone: row.phone, websiteUri: row.website_uri },
    latlng: latitude === null || longitude === null ? null : { latitude, longitude },
    ...{
      newReviewUri: row.new_review_uri,
      averageRating: row.average_rating,
      totalReviewCount: row.total_review_count,
    },
    ...{ lastSyncAt: row.last_sync_at?.toISOString() ?? null, problem: row.problem },
  }
}

function back(res: Response, outcome: Readonly<Record<string, string>>): undefined {
  res.status(302).location(`${SETTINGS}?${new URLSearchParams(outcome)}`)
}

/** OAuth's own form of a refusal. */
function refuse(res: Response, error: 'invalid_grant' | 'unsupported_grant_type'): never {
  res.status(400).json({ error })
  return undefined as never
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
