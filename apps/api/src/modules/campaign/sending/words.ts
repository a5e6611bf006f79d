/** The words of a campaign for one patient, with the patient's own short links in them. */
import { filledWords } from '@foyer/contracts/outreach/field-values.rules.ts'
import { fieldOf } from '@foyer/contracts/outreach/fields.rules.ts'
import { linksIn, shortLinkOf } from '@foyer/contracts/outreach/links.rules.ts'
import { finishedMessage } from '@foyer/contracts/outreach/message.rules.ts'
import { placeholdersIn } from '@foyer/contracts/outreach/placeholders.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { personalLinks } from '../../outreach/outreach.ts'
import { type PersonFacts, type PlanPolicy, valuesOf } from '../audience/plan.rules.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'

interface ForPatient {
  readonly campaign: CampaignState
  readonly step: number
  readonly facts: PersonFacts
  readonly policy: PlanPolicy
  readonly now: Date
}

/** Keeps the links of the words. */
export async function wordsFor(tx: Tx, { campaign, step, facts, policy, now }: ForPatient) {
  const { organizationId, _id: campaignId, type, fallbacks } = campaign
  const { subject, content: words } = campaign.steps.find(({ position }) => position === step) ?? { content: '' }
  const values = valuesOf(facts, policy)
  const urls = campaign.trackLinks ? linksOf(words, policy.bookingLink) : []
  const { patientId } = facts
  const codes = await personalLinks(tx, { organizationId, campaignId, patientId, urls, now })
  const shortLink = (url: string) => {
    const code = codes.get(url)
    return code === undefined ? url : shortLinkOf(policy.shortLinkUrl, code)
  }
  const { text } = finishedMessage({
    type,
    words,
    values,
    fallbacks,
    shortLink: campaign.trackLinks ? shortLink : null,
  })
  return { text, subject: filledWords(subject ?? '', values, fallbacks).text }
}

/** The addresses in the words, and the booking link where the words have its field. */
function linksOf(words: string, bookingLink: string | null): string[] {
  const hasField = placeholdersIn(words).some(({ name }) => fieldOf(name) === 'bookingLink')
  return [...linksIn(words).map(({ url }) => url), ...(hasField && bookingLink !== null ? [bookingLink] : [])]
}
