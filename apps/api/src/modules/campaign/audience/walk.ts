/** Plans all patients of an audience in chunks. A connection is held for one chunk, the event loop for one slice of it. */
import { RECIPIENTS_MAX } from '@foyer/contracts/campaign/limits.rules.ts'
import type { Lane } from '../../../db/database.ts'
import type { Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { inSlices } from '../../../workers/in-slices.ts'
import { factsAsked } from '../facts.store.ts'
import { type Chunk, readChunk, type Window } from './chunk.store.ts'
import {
  type PatientFacts,
  type Plan,
  type PlannedCampaign,
  type Planner,
  type PlanPolicy,
  planner,
} from './plan.rules.ts'
import type { AudienceSource } from './source.store.ts'
import { countPlan, newTally, type Tally } from './tally.rules.ts'

/** The patients that are looked at in one transaction. */
const CHUNK = 1000

export interface Walked {
  readonly campaign: PlannedCampaign
  readonly policy: PlanPolicy
  readonly source: AudienceSource
  /** Null for one that has sent nothing yet. */
  readonly campaignId: string | null
  readonly now: Date
  readonly lane: Lane
  /** Nobody waits for the answer any more. */
  readonly isGivenUp?: () => boolean
}

export interface PlannedPatient {
  readonly facts: PatientFacts
  readonly plan: Plan
}

/** Counts the audience, and shows each patient in the order of ids. Refused as `too_many` beyond the largest audience. */
export async function countAudience(
  { database }: Pick<Services, 'database'>,
  walked: Walked,
  show: (planned: PlannedPatient) => void = () => undefined,
): Promise<Tally> {
  const { campaign, policy, source, now, lane, isGivenUp = () => false } = walked
  const { organizationId } = source
  const asked = factsAsked(campaign, { organizationId, campaignId: walked.campaignId, now })
  const planOf = planner(campaign, policy, now)
  const tally = newTally()
  for (let after: string | null = null; ; ) {
    const window: Window = { after, size: CHUNK }
    const read = (tx: Tx) => readChunk(tx, source, asked, window)
    const { patients, end }: Chunk = await database.read(organizationId, read, lane)
    for (const planned of await planAll(patients, planOf)) {
      countPlan(tally, planned.plan)
      show(planned)
    }
    if (tally.matching > RECIPIENTS_MAX) throw tooMany()
    if (end === null) return tally
    if (isGivenUp()) throw new Refusal('unavailable', 'The call was given up.')
    after = end
  }
}

export function planAll(patients: readonly PatientFacts[], planOf: Planner): Promise<PlannedPatient[]> {
  return inSlices(patients, (slice) => slice.map((facts) => ({ facts, plan: planOf(facts) })))
}

function tooMany(): Refusal {
  const most = RECIPIENTS_MAX.toLocaleString('en-US')
  return new Refusal('too_many', `More than ${most} patients match. A campaign has ${most} recipients at most.`)
}
