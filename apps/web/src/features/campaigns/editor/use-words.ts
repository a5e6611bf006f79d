import type { SampledPatient } from '@foyer/contracts/campaign/launch-calls.ts'
import type { CampaignProblem } from '@foyer/contracts/campaign/problems.rules.ts'
import { fieldValues } from '@foyer/contracts/outreach/field-values.rules.ts'
import { type FieldValues, outreachFields } from '@foyer/contracts/outreach/fields.rules.ts'
import { sampleShortLink } from '@foyer/contracts/outreach/links.rules.ts'
import { sampleFacts } from '@foyer/contracts/outreach/sample-patient.rules.ts'
import { wordProblems } from '@foyer/contracts/outreach/word-problems.rules.ts'
import { useOutreachLinks } from '../../../parts/campaigns/use-outreach-links.ts'
import type { Draft } from './draft.rules.ts'

export interface Words {
  readonly values: FieldValues
  readonly problems: readonly CampaignProblem[]
  readonly shortLink: (url: string) => string
}

interface WordsClinic {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}

/** The details by which the words are shown and judged: those of a patient who gets them, else of an invented one. */
export function useWords(draft: Draft, patient: SampledPatient | undefined, clinic: WordsClinic, now: Date): Words {
  const { _id, name: clinicName, timezone } = clinic
  const { bookingUrl, clinicPhone, links, shortLinkUrl } = useOutreachLinks(_id)
  const invented = fieldValues(
    sampleFacts({ name: clinicName, timezone, phoneNumber: clinicPhone }, bookingUrl || null, now),
  )
  const values = patient === undefined ? invented : knownOf(patient, clinicName)
  const { type, content, subject, fallbacks } = draft
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
    links,
  })
  return { values, problems, shortLink: () => sampleShortLink(shortLinkUrl) }
}

function knownOf({ fields }: SampledPatient, clinicName: string): FieldValues {
  const known = Object.fromEntries(outreachFields.map((field) => [field, fields[field] || null])) as FieldValues
  return { ...known, clinic: known.clinic ?? clinicName }
}
