import type { SampledPatient } from '@foyer/contracts/campaign/launch-calls.ts'
import type { CampaignProblem } from '@foyer/contracts/campaign/problems.rules.ts'
import { fieldValues } from '@foyer/contracts/outreach/field-values.rules.ts'
import { type FieldValues, outreachFields } from '@foyer/contracts/outreach/fields.rules.ts'
import { sampleShortLink } from '@foyer/contracts/outreach/links.rules.ts'
import { sampleFacts } from '@foyer/contracts/outreach/sample-patient.rules.ts'
import { wordProblems } from '@foyer/contracts/outreach/word-problems.rules.ts'
import type { Clinic } from '../clinic.ts'
import { useOutreachLinks } from '../use-outreach-links.ts'
import type { WrittenMessage } from './message.rules.ts'

export interface Words {
  readonly values: FieldValues
  readonly problems: readonly CampaignProblem[]
  readonly shortLink: (url: string) => string
}

/** Judges the words by the details of a patient who gets them; without one, of an invented patient. */
export function useWords(message: WrittenMessage, clinic: Clinic, now: Date, patient?: SampledPatient): Words {
  const { _id, name: clinicName, timezone } = clinic
  const { bookingUrl, clinicPhone, links, shortLinkUrl } = useOutreachLinks(_id)
  const facts = { name: clinicName, timezone, phoneNumber: clinicPhone }
  const values =
    patient === undefined ? fieldValues(sampleFacts(facts, bookingUrl || null, now)) : knownOf(patient, clinicName)
  const { type, content, subject, fallbacks } = message
  const problems = wordProblems({
    ...{ type, content, fallbacks, values, clinicName, links, shortLinkUrl, step: 1 },
    subject: type === 'email' ? subject : null,
  })
  return { values, problems, shortLink: () => sampleShortLink(shortLinkUrl) }
}

function knownOf({ fields }: SampledPatient, clinicName: string): FieldValues {
  const known = Object.fromEntries(outreachFields.map((field) => [field, fields[field] || null])) as FieldValues
  return { ...known, clinic: known.clinic ?? clinicName }
}
