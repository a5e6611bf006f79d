import { fieldValues } from '@foyer/contracts/outreach/field-values.rules.ts'
import { sampleShortLink } from '@foyer/contracts/outreach/links.rules.ts'
import { sampleFacts } from '@foyer/contracts/outreach/sample-patient.rules.ts'
import { wordProblems } from '@foyer/contracts/outreach/word-problems.rules.ts'
import { useOutreachLinks } from '../../parts/campaigns/use-outreach-links.ts'
import type { TemplateDraft } from './template-draft.rules.ts'
import type { TemplatesOrganization } from './templates-screen.tsx'

/** Judges and counts the words by the details of an invented patient. */
export function useTemplateWords(draft: TemplateDraft, organization: TemplatesOrganization, now: Date) {
  const { _id: organizationId, name: clinicName, timezone } = organization
  const { bookingUrl, clinicPhone, links, shortLinkUrl } = useOutreachLinks(organizationId)
  const values = fieldValues(
    sampleFacts({ name: clinicName, timezone, phoneNumber: clinicPhone }, bookingUrl || null, now),
  )
  const { type, content, subject, fallbacks } = draft
  const problems = wordProblems({
    ...{ type, content, fallbacks, values, clinicName, links, shortLinkUrl, step: 1 },
    subject: type === 'email' ? subject : null,
  })
  return { values, problems, shortLink: () => sampleShortLink(shortLinkUrl) }
}
