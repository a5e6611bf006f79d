/** A campaign as it is stored, and as calls and events carry it. */
import type { Audience, Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { NO_RESULTS, NO_SENDS, type Results, type StateCounts } from '@foyer/contracts/campaign/sends.rules.ts'
import type { CauseCounts, SkipCounts, StepStates, StoredStep } from '../campaign.tables.ts'

/** The causes of failures that figures have. */
export const CAUSES_MAX = 20

/** The figures of a campaign as they were last told. */
export interface Figures {
  readonly states: StateCounts
  readonly stepStates: StepStates
  readonly results: Results
  readonly causes: CauseCounts
  readonly skipped: SkipCounts
}

type Told = keyof Figures | 'steps' | 'deleted'
type Instants = 'scheduledAt' | 'savedAt' | 'createdAt' | 'startedAt' | 'finishedAt' | 'etaAt'

/** A campaign without its lease and its due time, which its workers write. */
export interface CampaignState extends Omit<Campaign, Told | Instants> {
  readonly audience: Audience | null
  readonly steps: readonly StoredStep[]
  readonly scheduledAt: Date | null
  readonly savedAt: Date
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly etaAt: Date | null
  readonly deletedAt: Date | null
  /** The day of a run of a template. */
  readonly period: string | null
  /** The last patient whom the preparation has planned, in the order of ids. */
  readonly preparedTo: string | null
  readonly prepared: number
  /** Outcomes before it do not count against the limit of failures. */
  readonly failuresSince: Date | null
  readonly nextSlotAt: Date | null
  readonly figures: Figures
}

export const NO_FIGURES: Figures = { states: NO_SENDS, stepStates: {}, results: NO_RESULTS, causes: [], skipped: [] }

/** The campaign as lists, reads and events show it. */
export function campaignOf(state: CampaignState): Campaign {
  const { figures, deletedAt, scheduledAt, savedAt, createdAt, startedAt, finishedAt, etaAt } = state
  const { stepStates, causes, skipped, ...counted } = figures
  const steps = state.steps.map((step) => ({ ...step, states: stepStates[step.position] ?? NO_SENDS }))
  return {
    ...{ _id: state._id, organizationId: state.organizationId, name: state.name, kind: state.kind },
    ...{ templateId: state.templateId, type: state.type, purpose: state.purpose, status: state.status },
    ...{ preparing: state.preparing, pauseReason: state.pauseReason, pausedBy: state.pausedBy },
    ...{ pausedByName: state.pausedByName, stoppedBy: state.stoppedBy, stoppedByName: state.stoppedByName },
    ...{ audience: state.audience, clock: state.clock, timezone: state.timezone, perHour: state.perHour },
    ...{ failurePercent: state.failurePercent, fallbacks: state.fallbacks, trackLinks: state.trackLinks },
    ...{ trackOpens: state.trackOpens, revision: state.revision, savedBy: state.savedBy },
    ...{ savedByName: state.savedByName, createdBy: state.createdBy, createdByName: state.createdByName },
    ...{ version: state.version, steps, ...counted, causes: [...causes], skipped: [...skipped] },
    deleted: deletedAt !== null,
    scheduledAt: iso(scheduledAt),
    savedAt: savedAt.toISOString(),
    createdAt: createdAt.toISOString(),
    startedAt: iso(startedAt),
    finishedAt: iso(finishedAt),
    etaAt: iso(etaAt),
  }
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
