/** A finding about a rule, and what the lint knows of everything around the rule. */
import type { Definition } from './definition.rules.ts'
import type { ClinicFacts, Names } from './facts.rules.ts'

export const problemCodes = ['never', 'loop', 'collides', 'placeholder', 'unknown', 'misfit', 'tooLong'] as const
export const warningCodes = ['always', 'overlap', 'quiet', 'broad', 'talksOver', 'shadowed', 'segments'] as const
export type FindingCode = (typeof problemCodes)[number] | (typeof warningCodes)[number]

export interface Finding {
  readonly level: 'problem' | 'warning'
  readonly code: FindingCode
  readonly path: string
  /** One sentence. */
  readonly message: string
  /** The names of the other rules that it is about. */
  readonly with?: readonly string[]
}

/** Another rule that is on. */
export interface OtherRule {
  readonly automationId: string
  readonly name: string
  readonly definition: Definition
  /** It stands before this one in the list. */
  readonly isBefore: boolean
}

export interface LintRecords {
  readonly staff: readonly string[]
  readonly doctors: readonly string[]
  readonly campaigns: readonly string[]
  readonly flows: readonly string[]
  readonly templates: readonly { readonly id: string; readonly subject: string | null; readonly text: string }[]
}

export interface LintContext {
  /** The rules of the organization that are on, without this one. */
  readonly others: readonly OtherRule[]
  /** Null while they are not loaded: then nothing is called unknown. */
  readonly records: LintRecords | null
  readonly clinic: ClinicFacts
  readonly now: number
  /** The clinic's own texts that reach the same patients: "Reminders of visits", the names of campaigns. */
  readonly ownTexts: { readonly visits: readonly string[]; readonly campaigns: readonly string[] }
  readonly names: Names
}

export function problem(code: (typeof problemCodes)[number], path: string, message: string): Finding {
  return { level: 'problem', code, path, message }
}

export function warning(code: FindingCode, path: string, message: string): Finding {
  return { level: 'warning', code, path, message }
}

export function barsPublishing(findings: readonly Pick<Finding, 'level'>[]): boolean {
  return findings.some(({ level }) => level === 'problem')
}
