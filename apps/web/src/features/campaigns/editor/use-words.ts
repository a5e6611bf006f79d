import type { SampledPatient } from '@foyer/contracts/campaign/launch-calls.ts'
import type { CampaignProblem } from '@foyer/contracts/campaign/problems.rules.ts'
import { fieldValues } from '@foyer/contracts/outreach/field-values.rules.ts'
import { type FieldValues, outreachFields } from '@foyer/contracts/outreach/fields.rules.ts'
import { sampleShortLink } from '@foyer/contracts/outreach/links.rules.ts'
import { sampleFacts } from '@foyer/contracts/outreach/sample-patient.rules.ts'
import { wordProblems } from '@foyer/contracts/outreach/word-problems.rules.ts'
import type { Draft, Here } from './draft.rules.ts'

export interface Words {
  readonly values: FieldValues
  readonly problems: readonly CampaignProblem[]
  readonly shortLink: (url: string) => string
}

/** Below the app's own address, as the API has it where nothing else is set. */
const SHORT_LINKS = '/s'

/** The details by which the words are shown and judged: those of a patient who gets them, else of an invented one. */
export function useWords(draft: Draft, patient: SampledPatient | undefined, clinicName: string, here: Here): Words {
  const { now, timezone } = here
  const invented = fieldValues(sampleFacts({ name: clinicName, timezone, phoneNumber: null }, null, now))
  const values = patient === undefined ? invented : knownOf(patient, clinicName)
  const { type, content, subject, fallbacks } = draft
  const shortLinkUrl = `${window.location.origin}${SHORT_LINKS}`
  const problems = wordProblems({
    ...{
      type,
      content,
      subject: type === 'email' ? subject : null,
      step: 1,
      clinicName,
      fallbacks,
      values,
      shortLinkUrl,
    },
    links: { ownHosts: [window.location.hostname], linkHosts: [] },
  })
  return { values, problems, shortLink: () => sampleShortLink(shortLinkUrl) }
}

function knownOf({ fields }: SampledPatient, clinicName: string): FieldValues {
  const known = Object.fromEntries(outreachFields.map((field) => [field, fields[field] || null])) as FieldValues
  return { ...known, clinic: known.clinic ?? clinicName }
}
