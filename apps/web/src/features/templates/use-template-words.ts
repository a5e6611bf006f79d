import { fieldValues } from '@foyer/contracts/outreach/field-values.rules.ts'
import { sampleShortLink } from '@foyer/contracts/outreach/links.rules.ts'
import { sampleFacts } from '@foyer/contracts/outreach/sample-patient.rules.ts'
import { wordProblems } from '@foyer/contracts/outreach/word-problems.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../parts/services.tsx'
import type { TemplateDraft } from './template-draft.rules.ts'
import type { TemplatesOrganization } from './templates-screen.tsx'

/** Judges and counts the words by the details of an invented patient. */
export function useTemplateWords(draft: TemplateDraft, organization: TemplatesOrganization, now: Date) {
  const api = useApi()
  const { _id: organizationId, name: clinicName, timezone } = organization
  const settings = useQuery({
    queryKey: ['outreachSettings', organizationId],
    queryFn: async ({ signal }) => (await api('outreachSettings', { query: { organizationId }, signal })).data,
  })
  const { bookingUrl = '', linkHosts = [] } = settings.data ?? {}
  const values = fieldValues(sampleFacts({ name: clinicName, timezone, phoneNumber: null }, bookingUrl || null, now))
  const { type, content, subject, fallbacks } = draft
  // Short links are below the app's own address where nothing else is set.
  const shortLinkUrl = `${window.location.origin}/s`
  const problems = wordProblems({
    ...{ type, content, fallbacks, values, clinicName, shortLinkUrl, step: 1 },
    subject: type === 'email' ? subject : null,
    links: { ownHosts: [window.location.hostname], linkHosts },
  })
  return { values, problems, shortLink: () => sampleShortLink(shortLinkUrl) }
}
