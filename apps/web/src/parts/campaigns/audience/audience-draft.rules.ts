/** The audience of a campaign or a template while it is chosen. */
import type { Audience } from '@foyer/contracts/campaign/campaign.ts'
import { PATIENTS_MAX, RULES_MAX } from '@foyer/contracts/campaign/limits.rules.ts'
import { readRule, ruleProblem, type TypedRule, typedRule } from './typed-rules.rules.ts'

export type AudienceKind = Audience['kind']

export interface AudienceDraft {
  readonly audienceKind: AudienceKind | 'nobody'
  readonly rules: readonly TypedRule[]
  /** A name is empty while it is not known. */
  readonly patients: readonly { readonly _id: string; readonly name: string }[]
  readonly importId: string
}

/** A choice on the screen never leads back to nobody. */
export type AudienceChange = Partial<Omit<AudienceDraft, 'audienceKind'>> & { readonly audienceKind?: AudienceKind }

/** An audience that is chosen on a screen. */
export interface AudienceEditing {
  readonly organizationId: string
  readonly draft: AudienceDraft
  /** Names of chosen patients that the draft does not have, by id. */
  readonly names: ReadonlyMap<string, string>
  /** By field: `audience`, or `rules.` with the key of a rule. */
  readonly problems: Readonly<Record<string, string | undefined>>
  readonly onChange: (values: AudienceChange) => void
}

export const AUDIENCE_KINDS: readonly { readonly value: AudienceKind; readonly label: string }[] = [
  { value: 'filters', label: 'All patients' },
  { value: 'patients', label: 'Chosen patients' },
  { value: 'import', label: 'A list from Excel' },
]

/** The fields that a stored audience has; the others of a draft stay. */
export function typedAudience(audience: Audience | null, newKey: () => string): AudienceChange {
  if (audience === null) return {}
  const { kind } = audience
  return {
    audienceKind: kind,
    ...(kind === 'filters' && { rules: audience.rules.map((rule) => typedRule(rule, newKey())) }),
    ...(kind === 'patients' && { patients: audience.patientIds.map((_id) => ({ _id, name: '' })) }),
    ...(kind === 'import' && { importId: audience.importId }),
  }
}

/** Null while it is not complete. */
export function audienceOfDraft({ audienceKind, rules, patients, importId }: AudienceDraft): Audience | null {
  if (audienceKind === 'nobody') return null
  if (audienceKind === 'patients') {
    return patients.length === 0 ? null : { kind: 'patients', patientIds: patients.map(({ _id }) => _id) }
  }
  if (audienceKind === 'import') return importId === '' ? null : { kind: 'import', importId }
  const read = rules.flatMap((rule) => {
    const one = readRule(rule)
    return typeof one === 'string' ? [] : [one]
  })
  return read.length === rules.length ? { kind: 'filters', rules: read } : null
}

/** The errors by field: `audience`, or `rules.` with the key of a rule. */
export function audienceProblems({ audienceKind, rules, patients }: AudienceDraft): Readonly<Record<string, string>> {
  if (audienceKind === 'patients')
    return patients.length > PATIENTS_MAX
      ? { audience: `At most ${PATIENTS_MAX.toLocaleString('en-US')} patients` }
      : {}
  if (audienceKind !== 'filters') return {}
  return Object.fromEntries(
    rules.flatMap((rule) => {
      const words = ruleProblem(rule)
      return words === undefined ? [] : [[`rules.${rule.key}`, words]]
    }),
  )
}

export const mayAddRule = ({ rules }: Pick<AudienceDraft, 'rules'>) => rules.length < RULES_MAX
