/** What keeps a campaign from its launch. The words have the same rules as in the browser. */
import type { Purpose } from '@foyer/contracts/campaign/campaign.ts'
import { isSchedulable } from '@foyer/contracts/campaign/limits.rules.ts'
import { barsLaunch, type CampaignProblem, problemOf } from '@foyer/contracts/campaign/problems.rules.ts'
import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import { fieldValues, filledWords } from '@foyer/contracts/outreach/field-values.rules.ts'
import type { OutreachField } from '@foyer/contracts/outreach/fields.rules.ts'
import type { LinkPolicy } from '@foyer/contracts/outreach/links.rules.ts'
import { type OutreachSettings, outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import { sampleFacts } from '@foyer/contracts/outreach/sample-patient.rules.ts'
import { wordProblems } from '@foyer/contracts/outreach/word-problems.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { type Clinic, readClinic, readSetting } from '../../organizations/organizations.ts'
import { linkPolicyOf } from '../../outreach/link-policy.rules.ts'
import type { StoredStep } from '../campaign.tables.ts'
import type { CampaignState } from './campaign-state.rules.ts'

/** What the words and the time of a campaign are judged by. */
export interface LaunchFacts {
  readonly clinic: Clinic
  readonly settings: OutreachSettings
  readonly links: LinkPolicy
  readonly shortLinkUrl: string
  readonly now: Date
}

type FactServices = Pick<Services, 'clock' | 'config'>

/** Sends its statements together. */
export async function readLaunchFacts(
  tx: Tx,
  { clock, config }: FactServices,
  organizationId: string,
): Promise<LaunchFacts> {
  const [clinic, { value: settings }] = await Promise.all([
    readClinic(tx, organizationId),
    readSetting(tx, organizationId, outreachSetting),
  ])
  const { shortLinkUrl } = config
  return { clinic, settings, links: linkPolicyOf(config, settings), shortLinkUrl, now: clock.now() }
}

/** The parts of a campaign, or of a template, that are judged before it is sent. */
export interface Judged {
  readonly type: CampaignType
  readonly purpose: Purpose
  readonly steps: readonly Pick<StoredStep, 'position' | 'subject' | 'content'>[]
  readonly fallbacks: Readonly<Record<string, string>>
  readonly trackLinks: boolean
  readonly audience: CampaignState['audience']
}

/** Those of the whole first. Whether anybody would get it is known when the audience is read. */
export function problemsOfWords(judged: Judged, { clinic, settings, links, shortLinkUrl, now }: LaunchFacts) {
  const { type, steps, fallbacks, trackLinks, audience } = judged
  const whole = audience === null ? [problemOf('no_audience')] : []
  if (type === 'email' && settings.postalAddress === '') whole.push(problemOf('no_address_line'))
  const values = sampleValues({ clinic, settings, now })
  const ofSteps = steps.flatMap(({ position: step, subject, content }) =>
    wordProblems({
      ...{ type, step, subject, content, fallbacks, values, clinicName: clinic.name, links },
      shortLinkUrl: trackLinks ? shortLinkUrl : null,
    }),
  )
  return [...whole, ...ofSteps]
}

function sampleValues({ clinic, settings, now }: Pick<LaunchFacts, 'clinic' | 'settings' | 'now'>) {
  return fieldValues(sampleFacts(factsOf(clinic), settings.bookingUrl || null, now))
}

const CLINIC_DETAILS: Readonly<Partial<Record<OutreachField, string>>> = {
  clinic: 'name',
  clinicPhone: 'number',
  bookingLink: 'booking page',
}

/** The words need a detail that the clinic has not set: the plan would leave every patient out. */
export function clinicProblems({ steps, fallbacks }: Judged, facts: LaunchFacts): CampaignProblem[] {
  // The invented patient has all details of a patient.
  const values = sampleValues(facts)
  const words = steps.flatMap(({ subject, content }) => [subject ?? '', content])
  const missing = new Set(words.flatMap((text) => filledWords(text, values, fallbacks).missing))
  return [...missing].map((field) => ({
    ...problemOf('nobody'),
    message: `Nobody would get this: the clinic’s ${CLINIC_DETAILS[field] ?? field} is not set.`,
  }))
}

/** The problems of a campaign whose audience was counted at its launch: the clinic and the settings may have changed since. */
export function problemsSinceLaunch(judged: Judged, facts: LaunchFacts): CampaignProblem[] {
  return [...clinicProblems(judged, facts), ...problemsOfWords(judged, facts)]
}

/** The clinic as words name it. */
export function factsOf({ name, timezone, smsNumber }: Clinic) {
  return { name, timezone, phoneNumber: smsNumber }
}

/** A campaign that was launched has none of its time; while it runs, and after its end, none at all. */
export function problemsOf(campaign: CampaignState, facts: LaunchFacts): CampaignProblem[] {
  const { status, scheduledAt } = campaign
  if (status === 'running' || status === 'stopped' || status === 'finished') return []
  if (status === 'paused') return problemsSinceLaunch(campaign, facts)
  const isPast = status === 'draft' && scheduledAt !== null && !isSchedulable(scheduledAt, facts.now)
  return [...(isPast ? [problemOf('past')] : []), ...problemsOfWords(campaign, facts)]
}

/** Refuses a campaign that has problems, with all of them. */
export function assertReady(problems: readonly CampaignProblem[]): void {
  const [first] = problems.filter(({ level }) => level === 'problem')
  if (first && barsLaunch(problems)) throw notReady(problems, first.message)
}

export function notReady(problems: readonly CampaignProblem[], message: string): Refusal {
  return new Refusal('not_ready', message, { data: { problems } })
}
