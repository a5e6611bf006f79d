import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { type CountedAudience, campaignAudience, type SampledPatient } from '@foyer/contracts/campaign/launch-calls.ts'
import { SAMPLE_SIZE } from '@foyer/contracts/campaign/limits.rules.ts'
import { firstStep } from '@foyer/contracts/campaign/steps.rules.ts'
import { z } from 'zod'
import { createCursor } from '../../../http/paging.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { findCampaign } from '../campaigns.store.ts'
import { readFacts } from '../facts.store.ts'
import { assertNamed } from '../named-records.store.ts'
import { nameOf, type PatientFacts, type PlannedCampaign, type PlanPolicy, valuesOf } from './plan.rules.ts'
import { readPlanPolicy } from './plan-policy.ts'
import { readSourceToCount } from './source.store.ts'
import { mostFirst } from './tally.rules.ts'
import { countAudience, type PlannedPatient, type Walked } from './walk.ts'

/** How many of those who are wanted come before the page. */
const CURSOR = createCursor<readonly [number]>('audience', z.tuple([z.int32().nonnegative()]))

type AudienceServices = Pick<Services, 'clock' | 'config' | 'database'>

export function audienceRoutes(parts: AudienceServices): Route[] {
  return [
    route(campaignAudience, async ({ body, organizationId, read, res }) => {
      const from = CURSOR.read(body.cursor)?.[0] ?? 0
      const { audience, campaignId = null, reason = null } = body
      const now = parts.clock.now()
      const { facts, policy, source } = await read(async (tx) => {
        const [found, isOwn] = await Promise.all([
          readPlanPolicy(tx, parts, organizationId),
          campaignId === null || findCampaign(tx, { organizationId, campaignId }),
          assertNamed(tx, organizationId, audience),
        ])
        if (!isOwn) throw notFound()
        const { timezone } = found.policy.clinic
        return { ...found, source: await readSourceToCount(tx, organizationId, audience, { now, timezone }) }
      }, 'search')
      const campaign = plannedOf(body)
      const sample = createSample({ from, reason })
      const walked = { campaign, policy, source, campaignId, now, lane: 'search', isGivenUp: () => res.closed } as const
      const tally = await countAudience(parts, walked, sample.show)
      const { pricePerSegment: perSegment, currency } = facts.settings
      const segments = campaign.type === 'email' || isBlank(body.content) ? null : tally.segments
      const data: CountedAudience = {
        ...{ matching: tally.matching, willGet: tally.willGet, segments, cursor: CURSOR.write(sample.end()) },
        sample: await readSampled(parts, walked, sample.patientIds),
        skipped: mostFirst(tally.skipped).map(([reason, count]) => ({ reason, count })),
        gaps: mostFirst(tally.gaps).map(([field, count]) => ({ field, count })),
        cost: segments === null ? null : { micros: segments * perSegment, currency, perSegment },
      }
      return { code: 'ok' as const, data }
    }),
  ]
}

type Asked = Pick<PlannedCampaign, 'type' | 'purpose' | 'fallbacks'> & { subject: string | null; content: string }

/** Who gets it depends on no time and on no link. */
function plannedOf({ type, purpose, fallbacks, ...words }: Asked): PlannedCampaign {
  const steps = [firstStep(words)]
  return { type, purpose, fallbacks, steps, trackLinks: true, clock: 'patient', scheduledAt: null, timezone: 'UTC' }
}

interface Wanted {
  readonly from: number
  /** Null: those who get it. */
  readonly reason: string | null
}

/** A page of the patients who are wanted, among those that are shown in the order of ids. */
function createSample({ from, reason }: Wanted) {
  const patientIds: string[] = []
  let shown = 0
  return {
    patientIds,
    show({ facts, plan }: PlannedPatient) {
      if (('skip' in plan ? plan.skip : null) !== reason) return
      shown += 1
      if (shown > from && patientIds.length < SAMPLE_SIZE) patientIds.push(facts.patientId)
    },
    /** Where the next page begins; null where there is none. */
    end: (): readonly [number] | null => (shown > from + SAMPLE_SIZE ? [from + SAMPLE_SIZE] : null),
  }
}

/** With all fields that words may have, because the next words are typed while the screen shows them. */
async function readSampled(
  { database }: AudienceServices,
  { campaign, policy, source: { organizationId }, campaignId, now, lane }: Walked,
  patientIds: readonly string[],
): Promise<SampledPatient[]> {
  const asked = { organizationId, type: campaign.type, withVisit: true, campaignId, now }
  const facts = await database.read(organizationId, (tx) => readFacts(tx, asked, patientIds), lane)
  return patientIds.flatMap((id) => {
    const one = facts.get(id)
    return one ? sampled(one, policy) : []
  })
}

function sampled(facts: PatientFacts, policy: PlanPolicy): SampledPatient {
  const fields = Object.entries(valuesOf(facts, policy)).filter((entry): entry is [string, string] => entry[1] !== null)
  return {
    ...{ patientId: facts.patientId, name: nameOf(facts), address: facts.address },
    fields: Object.fromEntries(fields),
  }
}
