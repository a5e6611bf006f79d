/**
 * Whether the relay is sure to be up to date, organization by organization. Every 2 s it compares its logs with the
 * API's heads, in one call for all, and fetches what is missing. A webhook that got lost thus costs 2 s, and an API
 * that can't be asked for 9 s makes every screen say so.
 */
import type { OrganizationHead } from '@foyer/contracts/feed.ts'
import { LIVE } from '@foyer/contracts/live.rules.ts'
import type { Logger } from 'pino'
import { type Clock, repeat } from '../clock.ts'
import type { Metrics } from '../metrics.ts'
import type { ApiClient } from './api-client.ts'
import type { Ingest } from './ingest.ts'

export interface Confirm {
  isSure(organizationId: string): boolean
  /** The log was found to be what the API had then, by the clock's `elapsed`. */
  confirmed(organizationId: string, at: number): void
  start(): void
  stop(): void
}

interface Parts {
  /** Whose heads are asked for; null where whoever derives the log confirms it. */
  readonly upstream: { readonly api: ApiClient; readonly ingest: Ingest } | null
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  /** The organizations whose log is followed. */
  organizations(): Iterable<string>
  /** An organization is no longer sure, or is so again. */
  onChange(organizationId: string, isSure: boolean): void
}

/** Ids are up to 100 characters and a request line has room for 16,000; nobody follows that many on one relay. */
const ORGANIZATIONS_PER_CALL = 100
const JUDGE_EVERY_MS = 1_000

interface Standing {
  readonly confirmedAt: number
  readonly told: boolean
  /** How many events were missing after the log was last compared, and what was missing was asked for. */
  readonly behind: number
}

export function createConfirm(parts: Parts): Confirm {
  const { upstream, clock, log, metrics, organizations, onChange } = parts
  const standings = new Map<string, Standing>()
  const reaching = new Set<string>()
  const stops: (() => void)[] = []

  const isFresh = ({ confirmedAt }: Standing) => clock.elapsed() - confirmedAt <= LIVE.unconfirmedMs

  function judge(organizationId: string, standing: Standing): void {
    const isSure = isFresh(standing)
    if (isSure === standing.told) return
    standings.set(organizationId, { ...standing, told: isSure })
    onChange(organizationId, isSure)
  }

  function confirmed(organizationId: string, at: number): void {
    const held = standings.get(organizationId)
    const confirmedAt = Math.max(at, held?.confirmedAt ?? at)
    const standing = { confirmedAt, told: held?.told ?? false, behind: held?.behind ?? 0 }
    standings.set(organizationId, standing)
    judge(organizationId, standing)
  }

  /** One organization whose events can't be read must not hold up the others, so nobody waits for this. */
  async function reach(ingest: Ingest, { organizationId, ...place }: OrganizationHead, at: number): Promise<void> {
    if (reaching.has(organizationId)) return
    reaching.add(organizationId)
    try {
      await ingest.reach(organizationId, place)
      confirmed(organizationId, at)
    } catch (err) {
      log.warn({ err }, 'a log could not be filled')
    } finally {
      reaching.delete(organizationId)
    }
    const behind = await ingest.missing(organizationId, place)
    const standing = standings.get(organizationId)
    if (standing) standings.set(organizationId, { ...standing, behind })
  }

  async function round({ api, ingest }: NonNullable<Parts['upstream']>): Promise<void> {
    const followed = [...organizations()]
    for (let start = 0; start < followed.length; start += ORGANIZATIONS_PER_CALL) {
      const at = clock.elapsed()
      const heads = await api.heads(followed.slice(start, start + ORGANIZATIONS_PER_CALL))
      for (const head of heads) void reach(ingest, head, at)
    }
  }

  function judgeAll(): void {
    const followed = new Set(organizations())
    for (const organizationId of standings.keys()) if (!followed.has(organizationId)) standings.delete(organizationId)
    for (const [organizationId, standing] of standings) judge(organizationId, standing)
    const all = [...standings.values()]
    const ages = all.map(({ confirmedAt }) => clock.elapsed() - confirmedAt)
    metrics.lagSeconds.set(Math.max(0, ...ages) / 1000)
    metrics.lagEvents.set(Math.max(0, ...all.map(({ behind }) => behind)))
  }

  return {
    confirmed,
    isSure(organizationId) {
      const standing = standings.get(organizationId)
      return standing !== undefined && isFresh(standing)
    },
    start() {
      const safely = async () => {
        if (!upstream) return
        await round(upstream).catch((err: unknown) => log.warn({ err }, 'the heads could not be confirmed'))
      }
      stops.push(repeat(clock, LIVE.confirmEveryMs, safely), repeat(clock, JUDGE_EVERY_MS, judgeAll))
    },
    stop() {
      for (const stop of stops.splice(0)) stop()
    },
  }
}
