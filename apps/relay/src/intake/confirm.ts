/**
 * Tracks, per organization, whether the relay is sure to be up to date. Every 2 s it compares its logs with the API's
 * heads, in one call for all, and fetches what is missing. A lost webhook thus costs 2 s. When an organization is
 * unconfirmed for 9 s, its clients are reported.
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
  /** Records that the log matched the API's at this time, measured by the clock's `elapsed`. */
  confirmed(organizationId: string, at: number): void
  start(): void
  stop(): void
}

interface Dependencies {
  /** The source of the heads; null when the derivation confirms the logs that it makes. */
  readonly upstream: { readonly api: ApiClient; readonly ingest: Ingest } | null
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  /** The organizations whose log is followed. */
  organizations(): Iterable<string>
  /** Called when an organization stops or starts being confirmed. */
  onChange(organizationId: string, isSure: boolean): void
}

/** Ids have up to 100 characters and a request line holds 16,000, so longer lists are split. */
const ORGANIZATIONS_PER_CALL = 100
const JUDGE_EVERY_MS = 1_000

interface Confirmation {
  readonly confirmedAt: number
  readonly reported: boolean
  /** How many events were still missing after the last comparison and the attempt to fetch them. */
  readonly behind: number
}

export function createConfirm(parts: Dependencies): Confirm {
  const { upstream, clock, log, metrics, organizations, onChange } = parts
  const confirmations = new Map<string, Confirmation>()
  const reaching = new Set<string>()
  const stops: (() => void)[] = []

  const isFresh = ({ confirmedAt }: Confirmation) => clock.elapsed() - confirmedAt <= LIVE.unconfirmedMs

  function judge(organizationId: string, confirmation: Confirmation): void {
    const isSure = isFresh(confirmation)
    if (isSure === confirmation.reported) return
    confirmations.set(organizationId, { ...confirmation, reported: isSure })
    onChange(organizationId, isSure)
  }

  function confirmed(organizationId: string, at: number): void {
    const held = confirmations.get(organizationId)
    const confirmedAt = Math.max(at, held?.confirmedAt ?? at)
    const confirmation = { confirmedAt, reported: held?.reported ?? false, behind: held?.behind ?? 0 }
    confirmations.set(organizationId, confirmation)
    judge(organizationId, confirmation)
  }

  /**
   * Confirms one organization. The round does not wait for it, so an organization whose events can't be read does not
   * delay the others.
   */
  async function reach(ingest: Ingest, { organizationId, ...head }: OrganizationHead, at: number): Promise<void> {
    if (reaching.has(organizationId)) return
    reaching.add(organizationId)
    try {
      await ingest.reach(organizationId, head)
      confirmed(organizationId, at)
    } catch (err) {
      log.warn({ err }, 'filling a log from the feed failed')
    } finally {
      reaching.delete(organizationId)
    }
    const behind = await ingest.missing(organizationId, head)
    const confirmation = confirmations.get(organizationId)
    if (confirmation) confirmations.set(organizationId, { ...confirmation, behind })
  }

  async function round({ api, ingest }: NonNullable<Dependencies['upstream']>): Promise<void> {
    const followed = [...organizations()]
    for (let start = 0; start < followed.length; start += ORGANIZATIONS_PER_CALL) {
      const at = clock.elapsed()
      const heads = await api.heads(followed.slice(start, start + ORGANIZATIONS_PER_CALL))
      for (const head of heads) void reach(ingest, head, at)
    }
  }

  function judgeAll(): void {
    const followed = new Set(organizations())
    for (const organizationId of confirmations.keys())
      if (!followed.has(organizationId)) confirmations.delete(organizationId)
    for (const [organizationId, confirmation] of confirmations) judge(organizationId, confirmation)
    const all = [...confirmations.values()]
    const ages = all.map(({ confirmedAt }) => clock.elapsed() - confirmedAt)
    metrics.lagSeconds.set(Math.max(0, ...ages) / 1000)
    metrics.lagEvents.set(Math.max(0, ...all.map(({ behind }) => behind)))
  }

  return {
    confirmed,
    isSure(organizationId) {
      const confirmation = confirmations.get(organizationId)
      return confirmation !== undefined && isFresh(confirmation)
    },
    start() {
      const safely = async () => {
        if (!upstream) return
        await round(upstream).catch((err: unknown) =>
          log.warn({ err }, 'comparing the logs with the heads of the API failed'),
        )
      }
      stops.push(repeat(clock, LIVE.confirmEveryMs, safely), repeat(clock, JUDGE_EVERY_MS, judgeAll))
    },
    stop() {
      for (const stop of stops.splice(0)) stop()
    },
  }
}
